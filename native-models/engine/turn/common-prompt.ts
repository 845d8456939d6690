import { processMs } from '../../../core/prefix/rates'
import { leastSharedTokens } from '../prefixes/live-prefixes'
import type { PromptInProcess } from '../prefixes/prompts-in-process'
import { promptText } from '../prompt/prompt-text'
import type { PromptTrace } from '../prompt/trace-segments'
import { reusablePrefix } from '../sequences/reusable-prefix'
import { askerOf } from './fetch-prefix'
import { type Turn, type TurnStore, whenAllStopped } from './turn'

/**
 * Waits while another turn processes the beginning of this turn's prompt, if to copy it takes less time than to process it. Returns the
 * prompt as other turns see it; the caller reports its progress. undefined if they cannot use it.
 */
export async function announcePrompt(turn: Turn): Promise<PromptInProcess | undefined> {
  const { store, batches, request, answers } = turn
  if (!store?.prefixes.canCutAnywhere || !batches || request.isPrivate || request.promptLogprobs) return undefined
  const traced = store.trace()
  const nearest = store.prompts.nearest(traced.tokens)
  const isWorthWaiting = nearest && isFaster(store, availableNow(turn, store, traced), nearest.tokens)
  const own = store.prompts.add(traced.tokens)
  if (!isWorthWaiting) return own
  for (const { log } of answers) log.waits({ for: 'prompt', tokens: nearest.tokens })
  await nearest.prompt.has(nearest.tokens, whenAllStopped(answers))
  return own
}

/** How many tokens of the prompt the turn can reuse without waiting. */
function availableNow(turn: Turn, { prefixes }: TurnStore, traced: PromptTrace): number {
  const { loaded, answers } = turn
  const [{ sequence, record }] = answers
  const { commonTokens } = promptText(loaded.model, traced, sequence.contextTokens)
  const own = record.leftOut.gaps.length > 0 ? 0 : reusablePrefix(sequence, commonTokens)
  return Math.max(own, ...prefixes.waysTo(loaded.model, traced, askerOf(turn)).map(({ reusedTokens }) => reusedTokens))
}

function isFaster({ prefixes: { store } }: TurnStore, available: number, common: number): boolean {
  const { copy } = store.rates
  const copyMs = copy.startMs + common * copy.msPerCell
  return common >= available + leastSharedTokens && copyMs < processMs(store.rates, available, common)
}
