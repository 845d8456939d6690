/**
 * Attention of one layer for the tokens of one sequence, whose own cells are in the cache already.
 *
 *   out[t, h] = sum over visible cells c of softmax_c(q[t, h] . k[c, h / G] / sqrt(D)) * v[c, h / G]
 *
 * Four ways to compute it, with one signature: ./eager.ts has all scores at once, ./online.ts a tile of them, ./window.ts a
 * tile, and then those of the newest queries at once; ./pages.ts reads only some pages.
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

/** Writes `out`, (T, H, D). */
export type Attend = (cache: KvCache, queries: Queries, out: Float32Array) => void

/** What was held and read to compute it. Counts add up over calls; the peak is the largest of one call. */
export interface AttentionCost {
  /** Scores (numbers) that lived at the same time, for one head of one layer. */
  peakScores: number
  /** Cells whose keys were read, once for each KV head. */
  cellsRead: number
}

export const noCost = (): AttentionCost => ({ peakScores: 0, cellsRead: 0 })
