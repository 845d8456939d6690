/** Heads may contain different tokens. A cell's index is not its position: eviction leaves gaps, and hole-filling changes the order. */
import type { CacheShape } from '../../core/lab/shape'

export interface KvCache {
  readonly shape: CacheShape
  /** Memory for keys and values, whether in use or not. */
  readonly allocatedBytes: number
  used(layer: number, sequence: number, head: number): number
  /** (cells in use). Valid until the cache changes. */
  positions(layer: number, sequence: number, head: number): Int32Array
  /** Appends T cells to every head of a layer. `positions`: (T). `keys`, `values`: (T, Hkv, D), keys after RoPE. */
  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void
  /** (count, D), valid until the next call of `keys`. */
  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array
  /** (count, D), valid until the next call of `values`. */
  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array
  reset(sequence: number): void
}

export interface EvictableCache extends KvCache {
  /** `survivors`: ascending cell indexes. */
  keep(layer: number, sequence: number, head: number, survivors: Int32Array): void
}
