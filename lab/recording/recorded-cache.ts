/** Wraps a cache and records which token each cell holds. Tokens are numbered in the order of insertion. */
import type { CacheShape } from '../../core/lab/shape'
import type { EvictableCache } from '../cache/kv-cache'

export class RecordedCache implements EvictableCache {
  /** (L, Hkv): the token of each cell in use. Never changed in place. */
  private readonly lists: Int32Array[]
  /** (L, Hkv): (D) of every token, including evicted tokens. */
  private readonly seenKeys: Float32Array[][]
  private readonly seenValues: Float32Array[][]

  constructor(private readonly cache: EvictableCache) {
    const lists = cache.shape.layers * cache.shape.kvHeads
    this.lists = Array.from({ length: lists }, () => new Int32Array(0))
    this.seenKeys = Array.from({ length: lists }, () => [])
    this.seenValues = Array.from({ length: lists }, () => [])
  }

  get shape(): CacheShape {
    return this.cache.shape
  }
  get allocatedBytes(): number {
    return this.cache.allocatedBytes
  }

  tokens(layer: number, head: number): Int32Array {
    return this.lists[this.listOf(layer, head)] as Int32Array
  }

  /** (tokens, D), after RoPE. */
  keysOf(layer: number, head: number, tokens: Int32Array): Float32Array {
    return this.rowsOf(this.seenKeys[this.listOf(layer, head)], tokens)
  }
  /** (tokens, D) */
  valuesOf(layer: number, head: number, tokens: Int32Array): Float32Array {
    return this.rowsOf(this.seenValues[this.listOf(layer, head)], tokens)
  }

  private rowsOf(seen: readonly Float32Array[] | undefined, tokens: Int32Array): Float32Array {
    const { headDim } = this.shape
    const rows = new Float32Array(tokens.length * headDim)
    tokens.forEach((token, at) => {
      rows.set(seen?.[token] as Float32Array, at * headDim)
    })
    return rows
  }

  used(layer: number, sequence: number, head: number): number {
    return this.cache.used(layer, sequence, head)
  }
  positions(layer: number, sequence: number, head: number): Int32Array {
    return this.cache.positions(layer, sequence, head)
  }
  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.cache.keys(layer, sequence, head, first, count)
  }
  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.cache.values(layer, sequence, head, first, count)
  }

  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, headDim } = this.shape
    this.cache.insert(layer, sequence, positions, keys, values)
    for (let head = 0; head < kvHeads; head++) {
      const list = this.listOf(layer, head)
      const seen = this.seenKeys[list] as Float32Array[]
      const added = Int32Array.from(positions, (_, t) => seen.length + t)
      this.lists[list] = Int32Array.of(...this.tokens(layer, head), ...added)
      for (let t = 0; t < positions.length; t++) {
        const row = (t * kvHeads + head) * headDim
        seen.push(keys.slice(row, row + headDim))
        this.seenValues[list]?.push(values.slice(row, row + headDim))
      }
    }
  }

  keep(layer: number, sequence: number, head: number, survivors: Int32Array): void {
    this.cache.keep(layer, sequence, head, survivors)
    const tokens = this.tokens(layer, head)
    this.lists[this.listOf(layer, head)] = survivors.map((cell) => tokens[cell] as number)
  }

  reset(sequence: number): void {
    this.cache.reset(sequence)
    this.lists.fill(new Int32Array(0))
    for (const seen of [...this.seenKeys, ...this.seenValues]) seen.length = 0
  }

  private listOf(layer: number, head: number): number {
    return layer * this.shape.kvHeads + head
  }
}
