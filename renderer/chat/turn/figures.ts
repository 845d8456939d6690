/** The figures are defined in core/stats/turn-timeline.ts. */

import { turnBandwidth } from '../../../core/bandwidth/turn-bandwidth'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'

type Figure = ReturnType<typeof copy.chat.figures.reused>

/** What a person without background wants to know of an answer. */
export function plainFiguresOf({ totalMs, stopReason, outputTokens, decodeTokensPerSecond, ttftMs }: TurnMetrics): Figure[] {
  const { took, stops } = copy.cache.card
  const time = took(totalMs, { outputTokens, tokensPerSecond: decodeTokensPerSecond, ttftMs })
  return stopReason === 'end-of-text' ? [time] : [time, stops[stopReason]]
}

export function figuresOf(metrics: TurnMetrics, memory: MemoryBandwidth | null): Figure[] {
  const texts = copy.chat.figures
  const { reusedTokens, processedTokens, outputTokens, restored, speculation, grammar, stopReason } = metrics
  const { ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs, decodeTokensPerSecond, itlMs } = metrics
  const bandwidth = turnBandwidth(metrics, memory)
  const drafts = speculation && copy.speculation.progress(speculation)
  const figures: (Figure | null | undefined)[] = [
    texts.reused(reusedTokens),
    restored && texts.restored(restored, reusedTokens),
    texts.processed(processedTokens),
    ttftMs === null ? null : texts.ttft({ ttftMs, queueMs, tokeniseMs, prefillMs, firstTokenMs: firstTokenMs ?? 0 }),
    decodeTokensPerSecond === null ? null : texts.decodeRate(decodeTokensPerSecond, outputTokens),
    itlMs && texts.itl(itlMs),
    bandwidth?.basis && bandwidth.utilization !== null
      ? copy.bandwidth.token.figure(bandwidth.utilization, bandwidth.basis, bandwidth.fitsCache)
      : null,
    drafts ? texts.speculation(drafts, speculation) : null,
    grammar && texts.grammar(grammar),
    stopReason === 'end-of-text' ? null : texts.stops[stopReason],
  ]
  return figures.filter((figure) => figure != null)
}
