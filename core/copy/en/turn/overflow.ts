import type { OverflowPolicy, OverflowPreview, OverflowReport } from '../../../contract/settings/overflow'
import { formatCount } from '../../../text/amounts'
import { counted, listed, tokens } from '../../words/en'
import { numberRuns } from '../../words/number-runs'

const title = 'When the context is full'

const summaries: Readonly<Record<OverflowPolicy, string>> = {
  stop: `${title}: stop the answer`,
  'drop-oldest': `${title}: drop the oldest turns`,
  'sink-recency': `${title}: keep only the first and the last tokens`,
}
const policies: Readonly<Record<OverflowPolicy, { readonly name: string; readonly note: string }>> = {
  stop: { name: 'Stop the answer', note: 'A prompt that is too long is refused. Nothing is lost.' },
  'drop-oldest': {
    name: 'Drop the oldest turns',
    note: 'The oldest turns are dropped until a quarter of the context is free. The system prompt and the messages that you chose to keep are not dropped.',
  },
  'sink-recency': {
    name: 'Keep only the first and the last tokens',
    note: 'For very long conversations. The tokens in between are dropped in chunks, even from the middle of a message.',
  },
}

export const overflow = {
  form: {
    title,
    summaries,
    policies,
    firstTokens: 'First tokens to keep',
    lastTokens: 'Last tokens to keep',
    automaticLast: 'half of the rest',
    onlyWhenFull: 'These numbers take effect once the context is full. Until then, the conversation keeps all its tokens.',
    cancel: 'Cancel',
    set: 'Set',
  },

  left({ messages, droppedTokens, leftOutTokens, repeatedTokens = 0 }: OverflowReport): string {
    const which = messages.length > 0 ? messageList(messages) : 'earlier tokens'
    const total = leftOutTokens > droppedTokens ? `; ${formatCount(leftOutTokens)} in total so far` : ''
    const were = repeatedTokens === 1 ? 'was' : 'were'
    const again = repeatedTokens > 0 ? ` To close the gap, ${tokens(repeatedTokens)} ${were} processed again.` : ''
    const [dropped, them] = messages.length === 1 ? ['was dropped', 'it'] : ['were dropped', 'them']
    return `The context was full: ${which} ${dropped} to make room for this answer (${tokens(droppedTokens)}${total}). The model no longer sees ${them}.${again}`
  },

  /** For readers who have never seen a token or a number of a message. */
  forgotten: ({ messages }: OverflowReport): string =>
    `The memory of this chat was full, so the model forgot ${messages.length === 0 ? 'an earlier part' : counted(messages.length, 'older message', 'older messages')} to make room for this answer. Nothing is gone from the screen.`,

  preview({ usedTokens, contextTokens, messages, droppedTokens, repeatedTokens }: OverflowPreview): string {
    const isOver = usedTokens > contextTokens
    const now = isOver
      ? `The conversation has ${tokens(usedTokens)}, and the context holds ${formatCount(contextTokens)}.`
      : `${formatCount(usedTokens)} of ${formatCount(contextTokens)} tokens are in use.`
    if (droppedTokens === 0)
      return isOver
        ? `${now} Nothing is dropped: the next message is refused.`
        : `${now} Once the context is full, nothing is dropped: the answer ends.`
    const when = isOver ? 'With the next message,' : 'Once the context is full,'
    const which = messages.length > 0 ? messageList(messages) : 'earlier tokens'
    const again = repeatedTokens > 0 ? ` This model would then process ${tokens(repeatedTokens)} again.` : ''
    return `${now} ${when} ${which} would be dropped (${tokens(droppedTokens)}).${again}`
  },
}

/** For example `messages 1–4 and 7`. */
const messageList = (messages: readonly number[]): string =>
  `${messages.length === 1 ? 'message' : 'messages'} ${listed(numberRuns(messages))}`
