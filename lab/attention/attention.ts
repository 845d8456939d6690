/**
 * Attention of one layer for the tokens of one sequence, whose cells are already in the cache.
 *
 *   out[t, h] = sum over visible cells c of softmax_c(q[t, h] . k[c, h / G] / sqrt(D)) * v[c, h / G]
 */
import type { KvCache } from '../cache/kv-cache'

export interface Queries {
  readonly layer: number
  readonly sequence: number
  /** H */
  readonly queryHeads: number
  /** (T) */
  readonly positions: Int32Array
  /** (T, H, D), after RoPE. */
  readonly queries: Float32Array
}

/** Writes the result to `out`: (T, H, D). */
export type Attend = (cache: KvCache, queries: Queries, out: Float32Array) => void

/** Summed over calls, except the peak. */
export interface AttentionCost {
  /** Scores in memory at once, for one head of one layer. */
  peakScores: number
  /** Counted per KV head. */
  cellsRead: number
}

export const noCost = (): AttentionCost => ({ peakScores: 0, cellsRead: 0 })
