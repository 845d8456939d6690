import { processMs } from '../../../core/prefix/rates'
import { leastSharedTokens } from '../prefixes/live-prefixes'
import type { CommonPrompt, PromptInProcess } from '../prefixes/prompts-in-process'
import { promptText } from '../prompt/prompt-text'
import type { PromptTrace } from '../prompt/trace-segments'
import { reusablePrefix } from '../sequences/reusable-prefix'
import { askerOf } from './fetch-prefix'
import { isStopped, logOfAll, type Turn, type TurnStore, tokenLimit, whenAllStopped } from './turn'

/**
 * Waits while other turns process the beginning of this turn's prompt, if copying it takes less time than processing it. Returns the
 * prompt as other turns see it; the caller reports its progress. undefined if they cannot use it.
 */
export async function announcePrompt(turn: Turn): Promise<PromptInProcess | undefined> {
  const { store, batches, request, answers } = turn
  if (!store?.prefixes.canCutAnywhere || !batches || request.isPrivate || request.promptLogprobs || ownHasGaps(turn)) return undefined
  const traced = store.trace()
  if (traced.tokens.length > tokenLimit(turn)) return undefined
  const announced = store.prompts.add(traced.tokens)
  const waitedFor = new Set<PromptInProcess>()
  const next = () => {
    const nearest = store.prompts.nearest(announced, { leastMore: leastSharedTokens, except: waitedFor })
    return nearest && !isStopped(turn) && isWorthWaiting(turn, store, traced, nearest) ? nearest : undefined
  }
  const log = logOfAll(turn)
  const stopped = whenAllStopped(answers)
  const began = performance.now()
  for (let common = next(); common; common = next()) {
    waitedFor.add(common.prompt)
    log.waits({ for: 'prompt', tokens: common.tokens })
    await common.prompt.has(common.tokens, stopped)
  }
  if (waitedFor.size === 0) return announced
  turn.waitedMs = performance.now() - began
  batches.forgetOthers()
  log.enter('tokenizing')
  return announced
}

/** A conversation that lost tokens in the middle uses its own cells, and no other can. */
const ownHasGaps = ({ request: { conversationId }, answers: [{ record }] }: Turn): boolean =>
  record.contents?.conversationId === conversationId && record.leftOut.gaps.length > 0

function isWorthWaiting(turn: Turn, store: TurnStore, traced: PromptTrace, { prompt, tokens }: CommonPrompt): boolean {
  const { batchTokens } = turn.context.report
  const available = availableNow(turn, store, traced)
  // Next to answers, a long prompt is processed in slices, and a short one at once.
  const isOvertaking = traced.tokens.length - available <= batchTokens && prompt.tokens.length > batchTokens
  if (isOvertaking || tokens < available + leastSharedTokens) return false
  const { rates } = store.prefixes.store
  return rates.copy.startMs + tokens * rates.copy.msPerCell < processMs(rates, available, tokens)
}

/** How many tokens of the prompt the turn can reuse without waiting. */
function availableNow(turn: Turn, { prefixes }: TurnStore, traced: PromptTrace): number {
  const { loaded, answers, request } = turn
  const [{ sequence, record }] = answers
  const isOwn = (record.contents?.conversationId ?? request.conversationId) === request.conversationId
  const canUse = isOwn || !(record.isPrivate || record.leftOut.gaps.length > 0)
  const here = canUse ? reusablePrefix(sequence, promptText(loaded.model, traced, sequence.contextTokens).commonTokens) : 0
  return Math.max(here, ...prefixes.waysTo(loaded.model, traced, askerOf(turn)).map(({ reusedTokens }) => reusedTokens))
}
