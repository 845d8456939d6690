import type { ReuseCause, ReuseReport } from '../contract/cache/reuse'
import { formatCount, formatMs } from '../text/amounts'

/** A noticeable delay; shorter ones are not mentioned under an answer. */
const noticedMs = 400

const causes: Readonly<Record<ReuseCause, string>> = {
  'first-turn': 'first turn of this conversation',
  continued: 'the prompt goes on where the cache ends',
  'same-prompt': 'the same prompt again',
  'edited-message': 'another message stood in the place of this one',
  'other-branch': 'the cache held another branch of this conversation',
  'system-prompt-changed': 'the system prompt was changed',
  template: 'the chat template wrote the conversation differently',
  overflow: 'older messages left the context, and this memory cannot close the gap that they left',
  'other-conversation': 'another conversation took the cache',
  'settings-changed': 'the settings of the context were changed',
  'model-changed': 'another model was loaded',
  'context-recreated': 'the context was created anew',
  'engine-started': 'the engine was started since',
}

const heldBackBy = {
  'sliding-window': 'the sliding window had moved past that point, and no checkpoint lay near before it',
  'recurrent-state': 'a recurrent state cannot go back, and no checkpoint lay near before that point',
} as const

/** For the middle of a sentence; contains no text of the conversation. */
export function causeText({ cause, heldBack, divergence }: ReuseReport): string {
  const why = divergence?.clock ? `${clockPlace(cause)} has changed` : causes[cause]
  return heldBack ? `${why}; ${heldBackBy[heldBack]}` : why
}

const clockPlace = (cause: ReuseCause): string =>
  cause === 'system-prompt-changed'
    ? 'a date or time in the system prompt'
    : cause === 'template'
      ? 'a date or time that the chat template writes'
      : 'a date or time in the conversation'

/** null: nothing to avoid, or no way to. */
export function adviceFor({ cause, heldBack, divergence, repeatedTokens }: ReuseReport): string | null {
  if (repeatedTokens === 0) return null
  if (heldBack === 'sliding-window')
    return 'More checkpoints, or the full cache for sliding-window layers, keep what is needed to go back: both are in the settings.'
  if (heldBack === 'recurrent-state') return 'More memory for checkpoints lets it go back further: see the settings.'
  switch (cause) {
    case 'system-prompt-changed':
      return divergence?.clock ? 'Leave it out of the system prompt, or write it into your message.' : null
    case 'template':
      return divergence?.clock
        ? 'A chat template of your own can leave it out: see the model’s menu.'
        : 'A chat template of your own can write earlier messages as they were: see the model’s menu.'
    case 'other-conversation':
      return 'With more sequences, in the settings, several conversations keep their cache.'
    default:
      return null
  }
}

/** The line under an answer; null unless something avoidable caused a noticeable delay. */
export function avoidableText(report: ReuseReport): string | null {
  const advice = adviceFor(report)
  if (advice === null || report.repeatedMs === null || report.repeatedMs < noticedMs) return null
  const clock = report.divergence?.clock
  const why = clock ? `${causeText(report)} (${clock.held} → ${clock.prompt})` : causeText(report)
  return `${formatCount(report.repeatedTokens)} tokens were processed again, ${formatMs(report.repeatedMs)}: ${why}. ${advice}`
}
