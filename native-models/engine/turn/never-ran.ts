import type { TurnRequest } from '../../../core/contract/chat/turn'
import type { TurnLog } from '../../process/turn-log'
import type { ContextInMemory } from '../context/create-context'

/** For a turn that was stopped while it waited for a sequence. */
export const neverRan = (
  request: Pick<TurnRequest, 'sentAtMs' | 'sampling'>,
  context: ContextInMemory,
): Parameters<TurnLog['finish']>[0] => {
  const queueMs = Math.max(0, Date.now() - request.sentAtMs)
  return {
    stopReason: 'stopped',
    promptTokens: 0,
    reusedTokens: 0,
    processedTokens: 0,
    outputTokens: 0,
    ttftMs: null,
    queueMs,
    tokeniseMs: 0,
    prefillMs: 0,
    firstTokenMs: null,
    itlMs: null,
    tpotMs: null,
    prefillTokensPerSecond: null,
    decodeTokensPerSecond: null,
    totalMs: queueMs,
    usedCells: 0,
    totalCells: context.report.contextTokens,
    seed: request.sampling.seed ?? 0,
    threads: 0,
  }
}
