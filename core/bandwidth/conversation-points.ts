import type { TurnMetrics } from '../contract/chat/turn'
import type { CacheSettings } from '../kv/cache-settings'
import { decodeStep } from './decode-grid'
import type { DepthPoint } from './predict-itl'
import { batchCost, cacheReadBytesOf, movedBytesOf, type ReadModel, weightBytesOf } from './token-reads'
import { hasSharedSteps } from './turn-bandwidth'

/** Uses only turns that read as many bytes as this model does with these settings, and whose gaps are single decode steps. */
export const depthPoints = (turns: readonly TurnMetrics[], model: ReadModel, settings: CacheSettings): DepthPoint[] =>
  turns
    .filter((turn) => isComparable(turn, model, settings))
    .flatMap(({ pieces = [] }) => pieces.map(({ usedCells, itlMs }) => ({ tokens: usedCells, itlMs })))
    .sort((a, b) => a.tokens - b.tokens)

export interface MeasuredDecode {
  readonly tokens: number
  readonly flopPerByte: number
  readonly flopPerSecond: number
}

export const measuredDecodes = (turns: readonly TurnMetrics[], model: ReadModel, settings: CacheSettings): MeasuredDecode[] =>
  turns
    .filter((turn) => isComparable(turn, model, settings))
    .flatMap(({ reads, itlMs }) => {
      if (!reads || !itlMs || itlMs.p50 === 0) return []
      const { tokens, flop } = reads
      return [{ tokens, flopPerByte: flop / movedBytesOf(reads), flopPerSecond: (flop * 1000) / itlMs.p50 }]
    })

export interface MeasuredPrefill {
  /** Processed in the prefill. */
  readonly tokens: number
  readonly flopPerSecond: number
}

/** A shorter prefill takes too little time to measure its rate. */
const leastPrefillTokens = 16

export const measuredPrefills = (turns: readonly TurnMetrics[], model: ReadModel, settings: CacheSettings): MeasuredPrefill[] =>
  turns
    .filter((turn) => isComparable(turn, model, settings))
    .flatMap(({ reusedTokens, prefillMs, prefillTokensPerSecond }) => {
      if (!prefillTokensPerSecond) return []
      // Some decoders process the prompt's last token after the prefill.
      const tokens = Math.round((prefillTokensPerSecond * prefillMs) / 1000)
      if (tokens < leastPrefillTokens) return []
      const { flop } = batchCost(model, settings, { batchTokens: tokens, depth: reusedTokens })
      return [{ tokens, flopPerSecond: (flop / tokens) * prefillTokensPerSecond }]
    })

function isComparable(turn: TurnMetrics, model: ReadModel, settings: CacheSettings): boolean {
  const { reads } = turn
  if (!reads || hasSharedSteps(turn)) return false
  const now = decodeStep(model, settings, reads.tokens)
  return now.weightBytes === weightBytesOf(reads) && now.cacheBytes === cacheReadBytesOf(reads)
}

export interface OccupancyPoint {
  /** Since the first turn was sent, without the pauses between turns. */
  readonly seconds: number
  readonly usedCells: number
}

export function occupancyOverTime(turns: readonly TurnMetrics[]): OccupancyPoint[] {
  const points: OccupancyPoint[] = []
  let begunMs = 0
  for (const { reusedTokens, promptTokens, totalCells, usedCells, queueMs, tokeniseMs, prefillMs, totalMs, pieces = [] } of turns) {
    if (usedCells === 0) continue
    const at = (ms: number, cells: number) => points.push({ seconds: (begunMs + ms) / 1000, usedCells: cells })
    const prefilledMs = queueMs + tokeniseMs + prefillMs
    at(queueMs, reusedTokens)
    at(prefilledMs, Math.min(promptTokens, totalCells))
    let beforeMs = prefilledMs
    for (const { usedCells: cells, endMs } of pieces) {
      // A piece's `usedCells` is the number of cells in use at its midpoint.
      at((beforeMs + endMs) / 2, cells)
      beforeMs = endMs
    }
    at(totalMs, usedCells)
    begunMs += totalMs
  }
  return points
}
