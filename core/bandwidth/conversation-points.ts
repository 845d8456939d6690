/** What the turns of a conversation measured, by cells in use and over time. */
import type { TurnMetrics } from '../contract/chat/turn'
import type { CacheSettings } from '../kv/cache-settings'
import { decodeStep } from './decode-grid'
import type { DepthPoint } from './predict-itl'
import { cacheReadBytesOf, movedBytesOf, type ReadModel, weightBytesOf } from './token-reads'
import { hasSharedSteps } from './turn-bandwidth'

/** Of turns that read exactly what this model with these settings reads, and whose gaps are one token's step. */
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

/** One per comparable turn. */
export const measuredDecodes = (turns: readonly TurnMetrics[], model: ReadModel, settings: CacheSettings): MeasuredDecode[] =>
  turns
    .filter((turn) => isComparable(turn, model, settings))
    .flatMap(({ reads, itlMs }) => {
      if (!reads || !itlMs || itlMs.p50 === 0) return []
      const { tokens, flop } = reads
      return [{ tokens, flopPerByte: flop / movedBytesOf(reads), flopPerSecond: (flop * 1000) / itlMs.p50 }]
    })

function isComparable(turn: TurnMetrics, model: ReadModel, settings: CacheSettings): boolean {
  const { reads } = turn
  if (!reads || hasSharedSteps(turn)) return false
  const now = decodeStep(model, settings, reads.tokens)
  return now.weightBytes === weightBytesOf(reads) && now.cacheBytes === cacheReadBytesOf(reads)
}

export interface OccupancyPoint {
  /** Of processing since the first turn; pauses between turns left out. */
  readonly seconds: number
  readonly usedCells: number
}

/** Reused cells, then those of the prompt, then those of the answer, turn after turn. */
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
      // The cells are those in its middle.
      at((beforeMs + endMs) / 2, cells)
      beforeMs = endMs
    }
    at(totalMs, usedCells)
    begunMs += totalMs
  }
  return points
}
