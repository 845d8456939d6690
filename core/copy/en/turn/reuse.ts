import type { Divergence, EvictedPrefix, EvictionReason, PrefixSource, ReuseCause, ReuseReport } from '../../../contract/cache/reuse'
import { prefixKindOf } from '../../../prefix/prefix-owner'
import type { ReuseAdvice } from '../../../reuse/reuse-advice'
import { formatCount, formatMs } from '../../../text/amounts'
import { tokens } from '../../words/en'

const causes: Readonly<Record<ReuseCause, string>> = {
  'first-turn': 'this is the first turn of the conversation',
  continued: 'the prompt continues where the cache ends',
  'same-prompt': 'the prompt is the same as before',
  'edited-message': 'a message was edited',
  'other-branch': 'the cache held another branch of this conversation',
  'system-prompt-changed': 'the system prompt was changed',
  'tools-changed': 'the list of tools was changed',
  template: 'the chat template rendered the conversation differently',
  'reasoning-dropped': 'the prompt leaves out the reasoning of an earlier answer',
  overflow: 'older tokens left the context, and the cache of this model cannot close the gap',
  'other-conversation': 'another conversation took over the cache',
  'settings-changed': 'the settings of the context were changed',
  'model-changed': 'another model was loaded',
  'context-recreated': 'the context was recreated',
  'engine-started': 'the engine was restarted',
}

const heldBackBy = {
  'sliding-window':
    'the sliding window had moved past the point where the cache and the prompt differ, and there was no checkpoint shortly before it',
  'recurrent-state':
    'a recurrent state cannot be rolled back, and there was no checkpoint shortly before the point where the cache and the prompt differ',
} as const

/** For the middle of a sentence. Quotes no text of the conversation. */
function cause({ cause, heldBack, divergence }: ReuseReport): string {
  const why = divergence?.clock ? `${clockIn(cause)} has changed` : causes[cause]
  return heldBack ? `${why}; ${heldBackBy[heldBack]}` : why
}

function clockIn(cause: ReuseCause): string {
  if (cause === 'system-prompt-changed') return 'a date or time in the system prompt'
  if (cause === 'template') return 'a date or time that the chat template inserts'
  return 'a date or time in the conversation'
}

const advice: Readonly<Record<ReuseAdvice, string>> = {
  'more-checkpoints':
    'To let the model go back further, allow more checkpoints or use the full cache for sliding-window layers: both are in the settings.',
  'more-checkpoint-memory': 'To let the model go back further, allow more memory for checkpoints in the settings.',
  'no-clock-in-system-prompt': 'Remove it from the system prompt, or put it in your message.',
  'no-clock-in-template': 'You can leave it out with a custom chat template: see the model’s menu.',
  'custom-template': 'A custom chat template can keep earlier messages unchanged: see the model’s menu.',
  'keep-reasoning':
    'To keep the cells of reasoning, set “Earlier reasoning” to “keep” in the settings. Reasoning then stays in the context.',
  'more-sequences': 'Allow more sequences in the settings, so that several conversations keep their cache.',
}

function placeOf({ part, message }: Divergence): string {
  if (part === 'system') return 'in the system prompt'
  if (part === 'tools') return 'in the list of tools'
  if (part === 'template' || message === null) return 'in the text of the chat template'
  return `in message ${formatCount(message)} (${part === 'user' ? 'yours' : 'the model’s'})`
}

const unnamed = { document: 'a document', 'system-prompt': 'a system prompt' } as const

function named(ownerId: string, name: string | undefined): string {
  const kind = prefixKindOf(ownerId)
  return name ? `“${name}”` : kind ? unnamed[kind] : 'another conversation'
}

const evictionReasons: Readonly<Record<EvictionReason, string>> = {
  'held-elsewhere': 'another prefix has all of their tokens',
  'least-worth': 'for their size and how likely they are needed, they save the least time',
}

const comparedWithProcessing = (savedMs: number): string =>
  savedMs < 0 ? `Processing these tokens would have been ${formatMs(-savedMs)} faster.` : `That saved ${formatMs(savedMs)}.`

export const reuse = {
  cause,
  advice,

  /** `name` is that of the source’s conversation, document or system prompt, if it is known. */
  source({ way, conversationId, tokens: count, ms, savedMs }: PrefixSource, name: string | undefined): string {
    const owner = named(conversationId, name)
    const saved = savedMs === null ? '' : ` ${comparedWithProcessing(savedMs)}`
    if (way === 'restored') return `${tokens(count)} restored from the saved cache of ${owner} in ${formatMs(ms)}.${saved}`
    if (way === 'memory') return `${tokens(count)} restored from a copy of ${owner} in memory in ${formatMs(ms)}.${saved}`
    return way === 'copied'
      ? `${tokens(count)} copied from ${owner} in ${formatMs(ms)}.${saved}`
      : `${tokens(count)} taken over from ${owner}, whose sequence this conversation continues.${saved}`
  },
  evicted: ({ conversationId, tokens: count, reason, isCopied }: EvictedPrefix, name: string | undefined): string =>
    `This prompt took the cells of ${named(conversationId, name)} (${tokens(count)}): ${evictionReasons[reason]}.${isCopied ? ' A copy is in memory.' : ''}`,

  difference: {
    title: 'Cache reuse',
    from: (divergence: Divergence): string =>
      `The cache and the prompt differ from token ${formatCount(divergence.position + 1)} on, ${placeOf(divergence)}:`,
    cache: 'cache',
    prompt: 'prompt',
    end: '(ends here)',
    go: 'Go to this place in the conversation',
  },

  avoidable(report: ReuseReport, todo: ReuseAdvice): string {
    const clock = report.divergence?.clock
    const why = clock ? `${cause(report)} (${clock.held} → ${clock.prompt})` : cause(report)
    const were = report.repeatedTokens === 1 ? 'was' : 'were'
    return `${tokens(report.repeatedTokens)} ${were} processed again, ${formatMs(report.repeatedMs ?? 0)}: ${why}. ${advice[todo]}`
  },
}
