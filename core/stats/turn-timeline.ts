/** `sent` and `started` may come from different processes, so a negative queue time becomes 0. */
import type { StopReason, TurnMetrics } from '../contract/chat/turn'
import { percentilesOf } from './percentile'

/** In ms, all on the same clock. */
export interface TurnMoments {
  readonly sent: number
  readonly started: number
  /** When only the reusable tokens were left in the cache. */
  readonly tokenized: number
  /** When the prompt had been processed. */
  readonly prefilled: number
  readonly firstToken: number | null
  readonly finished: number
}

export interface TurnCounts {
  /** How many prompt tokens were processed until `prefilled`. Default: all that were not reused. Some decoders process the last one later. */
  readonly prefilledTokens?: number
  readonly promptTokens: number
  readonly reusedTokens: number
  readonly outputTokens: number
  readonly usedCells: number
  readonly totalCells: number
  readonly seed: number
  readonly threads: number
}

/** `gapsMs` has one gap per token except the first. */
export function measureTurn(
  moments: TurnMoments,
  { prefilledTokens, ...counts }: TurnCounts,
  gapsMs: ArrayLike<number>,
  stopReason: StopReason,
): TurnMetrics {
  const queueMs = Math.max(0, moments.started - moments.sent)
  const tokeniseMs = moments.tokenized - moments.started
  const prefillMs = moments.prefilled - moments.tokenized
  const firstTokenMs = moments.firstToken === null ? null : moments.firstToken - moments.prefilled
  const processedTokens = counts.promptTokens - counts.reusedTokens
  const prefilled = prefilledTokens ?? processedTokens

  let decodeMs = 0
  for (let i = 0; i < gapsMs.length; i++) decodeMs += gapsMs[i] as number
  const measurable = gapsMs.length > 0 && decodeMs > 0
  return {
    stopReason,
    ...counts,
    processedTokens,
    ttftMs: firstTokenMs === null ? null : queueMs + tokeniseMs + prefillMs + firstTokenMs,
    queueMs,
    tokeniseMs,
    prefillMs,
    firstTokenMs,
    itlMs: percentilesOf(gapsMs),
    tpotMs: measurable ? decodeMs / gapsMs.length : null,
    // A single token takes a step of its own, which says nothing about the rate of many.
    prefillTokensPerSecond: prefilled > 1 && prefillMs > 0 ? (prefilled * 1000) / prefillMs : null,
    decodeTokensPerSecond: measurable ? (gapsMs.length * 1000) / decodeMs : null,
    totalMs: queueMs + (moments.finished - moments.started),
  }
}
