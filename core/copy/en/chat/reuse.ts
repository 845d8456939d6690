import type { ReuseCause, ReuseReport } from '../../../contract/cache/reuse'
import { formatMs } from '../../../text/amounts'
import { tokens } from '../../words/en'

/** A noticeable delay; shorter ones are not mentioned under an answer. */
const noticedMs = 400

const causes: Readonly<Record<ReuseCause, string>> = {
  'first-turn': 'this is the first turn of the conversation',
  continued: 'the prompt continues where the cache ends',
  'same-prompt': 'the prompt is the same again',
  'edited-message': 'a message was edited',
  'other-branch': 'the cache held another branch of this conversation',
  'system-prompt-changed': 'the system prompt was changed',
  template: 'the chat template wrote the conversation differently',
  overflow: 'older messages left the context, and this memory cannot close the gap',
  'other-conversation': 'another conversation took the cache',
  'settings-changed': 'the settings of the context were changed',
  'model-changed': 'another model was loaded',
  'context-recreated': 'the context was created again',
  'engine-started': 'the engine was restarted',
}

const heldBackBy = {
  'sliding-window': 'the sliding window had moved past that point, and no checkpoint was close before it',
  'recurrent-state': 'a recurrent state cannot go back, and no checkpoint was close before that point',
} as const

/** Contains no text of the conversation. For the middle of a sentence. */
function cause({ cause, heldBack, divergence }: ReuseReport): string {
  const why = divergence?.clock ? `${clockIn(cause)} has changed` : causes[cause]
  return heldBack ? `${why}; ${heldBackBy[heldBack]}` : why
}

function clockIn(cause: ReuseCause): string {
  if (cause === 'system-prompt-changed') return 'a date or time in the system prompt'
  if (cause === 'template') return 'a date or time that the chat template writes'
  return 'a date or time in the conversation'
}

/** What the user can do; null: nothing to avoid, or no way to. */
function advice({ cause, heldBack, divergence, repeatedTokens }: ReuseReport): string | null {
  if (repeatedTokens === 0) return null
  if (heldBack === 'sliding-window')
    return 'More checkpoints, or the full cache for sliding-window layers, keep what is needed to go back: both are in the settings.'
  if (heldBack === 'recurrent-state') return 'With more memory for checkpoints, the model can go back further: see the settings.'
  switch (cause) {
    case 'system-prompt-changed':
      return divergence?.clock ? 'Remove it from the system prompt, or write it in your message.' : null
    case 'template':
      return divergence?.clock
        ? 'You can leave it out with a chat template of your own: see the model’s menu.'
        : 'A chat template of your own can write earlier messages as they were: see the model’s menu.'
    case 'other-conversation':
      return 'Allow more sequences in the settings, so that several conversations keep their cache.'
    default:
      return null
  }
}

export const reuse = {
  cause,
  advice,

  /** The line under an answer; null unless something avoidable caused a noticeable delay. */
  avoidable(report: ReuseReport): string | null {
    const todo = advice(report)
    if (todo === null || report.repeatedMs === null || report.repeatedMs < noticedMs) return null
    const clock = report.divergence?.clock
    const why = clock ? `${cause(report)} (${clock.held} → ${clock.prompt})` : cause(report)
    const were = report.repeatedTokens === 1 ? 'was' : 'were'
    return `${tokens(report.repeatedTokens)} ${were} processed again, ${formatMs(report.repeatedMs)}: ${why}. ${todo}`
  },
}
