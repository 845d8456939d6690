/**
 * What attention sees of a cache, however its cells are kept: for each layer, sequence and KV head a list of cells in
 * use, each with the position of its token. Heads may hold different tokens, since eviction may choose by head.
 *
 * A cell's place says nothing about its position: eviction leaves gaps, hole-filling changes the order.
 */
import type { CacheShape } from '../../../core/lab/shape'

export interface KvCache {
  readonly shape: CacheShape
  /** Allocated for keys and values, whether or not cells are in use. */
  readonly allocatedBytes: number
  /** Cells in use of one head. */
  used(layer: number, sequence: number, head: number): number
  /** (used): the position of each cell's token. Valid until the cache changes. */
  positions(layer: number, sequence: number, head: number): Int32Array
  /** Appends T cells to every head of one layer. `positions`: (T). `keys`, `values`: (T, Hkv, D), keys after RoPE. */
  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void
  /** (count, D): keys of the cells [first, first + count). Valid until the next call of `keys`. */
  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array
  /** (count, D), valid until the next call of `values`. */
  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array
  /** Forgets one sequence. */
  reset(sequence: number): void
}

/** A cache that single heads can drop cells from. */
export interface EvictableCache extends KvCache {
  /** Keeps these cells and drops the others. `survivors`: ascending indexes into the cells in use. Order is preserved. */
  keep(layer: number, sequence: number, head: number, survivors: Int32Array): void
}
