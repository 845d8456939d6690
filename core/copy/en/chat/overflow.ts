import type { OverflowPolicy, OverflowPreview, OverflowReport } from '../../../contract/settings/overflow'
import { formatCount } from '../../../text/amounts'
import { tokens } from '../../words/en'

/** For the middle of a sentence. */
const policies: Readonly<Record<OverflowPolicy, string>> = {
  stop: 'the answer stops',
  'drop-oldest': 'the oldest turns leave',
  'sink-recency': 'only the first and the last tokens stay',
}

/** What makes room for a message that is too long for the rest of the context; null: nothing does. */
const makesRoom: Readonly<Record<OverflowPolicy, string | null>> = {
  stop: null,
  'drop-oldest': 'the oldest turns leave',
  'sink-recency': 'earlier tokens leave',
}

export const overflow = {
  policies,
  makesRoom,

  /** What left the context for an answer. */
  left({ messages, droppedTokens, leftOutTokens, repeatedTokens = 0 }: OverflowReport): string {
    const which = messages.length > 0 ? messageList(messages) : 'earlier tokens'
    const total = leftOutTokens > droppedTokens ? `; ${formatCount(leftOutTokens)} in total so far` : ''
    const again = repeatedTokens > 0 ? ` To close the gap, ${tokens(repeatedTokens)} were processed again.` : ''
    return `The context was full: ${which} left it for this answer (${tokens(droppedTokens)}${total}). The model no longer sees them.${again}`
  },

  /** What would leave if the context were full. */
  preview({ usedTokens, contextTokens, messages, droppedTokens, repeatedTokens }: OverflowPreview): string {
    const isOver = usedTokens > contextTokens
    const now = isOver
      ? `The conversation has ${tokens(usedTokens)}, and the context holds ${formatCount(contextTokens)}.`
      : `${formatCount(usedTokens)} of ${formatCount(contextTokens)} tokens are in use.`
    if (droppedTokens === 0)
      return isOver ? `${now} Nothing leaves: the next message is refused.` : `${now} Once it is full, nothing leaves: answers end there.`
    const when = isOver ? 'With the next message,' : 'Once it is full,'
    const which = messages.length > 0 ? messageList(messages) : 'earlier tokens'
    const again = repeatedTokens > 0 ? ` This model would then process ${tokens(repeatedTokens)} again.` : ''
    return `${now} ${when} ${which} would leave (${tokens(droppedTokens)}).${again}`
  },
}

/** Joins consecutive numbers: `messages 1–4 and 7`. */
function messageList(messages: readonly number[]): string {
  const runs: [number, number][] = []
  for (const message of messages) {
    const last = runs.at(-1)
    if (last && message === last[1] + 1) last[1] = message
    else runs.push([message, message])
  }
  const texts = runs.map(([from, to]) => (from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`))
  const list = texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}` : texts[0]
  return `${messages.length === 1 ? 'message' : 'messages'} ${list}`
}
