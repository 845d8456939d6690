/** For comparison only: each step allocates longer arrays and copies the old cells. */
import { type CacheShape, listOf } from '../../core/lab/shape'
import type { KvCache } from './kv-cache'

interface Cells {
  readonly positions: Int32Array
  /** (cells, D) */
  readonly keys: Float32Array
  readonly values: Float32Array
}
const noCells: Cells = { positions: new Int32Array(0), keys: new Float32Array(0), values: new Float32Array(0) }

export class GrowingCache implements KvCache {
  /** (L, S, Hkv) */
  private readonly lists: Cells[]
  copiedBytes = 0

  constructor(readonly shape: CacheShape) {
    this.lists = Array.from({ length: shape.layers * shape.sequences * shape.kvHeads }, () => noCells)
  }

  get allocatedBytes(): number {
    return this.lists.reduce((sum, { keys, values }) => sum + keys.byteLength + values.byteLength, 0)
  }
  used(layer: number, sequence: number, head: number): number {
    return this.cells(layer, sequence, head).positions.length
  }
  positions(layer: number, sequence: number, head: number): Int32Array {
    return this.cells(layer, sequence, head).positions
  }
  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.cells(layer, sequence, head).keys.subarray(first * this.shape.headDim, (first + count) * this.shape.headDim)
  }
  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.cells(layer, sequence, head).values.subarray(first * this.shape.headDim, (first + count) * this.shape.headDim)
  }

  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    for (let head = 0; head < this.shape.kvHeads; head++) {
      const old = this.cells(layer, sequence, head)
      this.lists[listOf(this.shape, layer, sequence, head)] = {
        positions: concatenated(Int32Array, old.positions, positions),
        keys: concatenated(Float32Array, old.keys, this.ofHead(keys, head)),
        values: concatenated(Float32Array, old.values, this.ofHead(values, head)),
      }
      this.copiedBytes += old.keys.byteLength + old.values.byteLength
    }
  }

  reset(sequence: number): void {
    for (let layer = 0; layer < this.shape.layers; layer++)
      for (let head = 0; head < this.shape.kvHeads; head++) this.lists[listOf(this.shape, layer, sequence, head)] = noCells
  }

  /** (T, Hkv, D) to (T, D). */
  private ofHead(rows: Float32Array, head: number): Float32Array {
    const { kvHeads, headDim } = this.shape
    const own = new Float32Array(rows.length / kvHeads)
    for (let t = 0; t * headDim < own.length; t++) {
      const from = (t * kvHeads + head) * headDim
      own.set(rows.subarray(from, from + headDim), t * headDim)
    }
    return own
  }

  private cells(layer: number, sequence: number, head: number): Cells {
    return this.lists[listOf(this.shape, layer, sequence, head)] as Cells
  }
}

function concatenated<A extends Int32Array | Float32Array>(Kind: new (length: number) => A, old: A, added: A): A {
  const joined = new Kind(old.length + added.length)
  joined.set(old)
  joined.set(added, old.length)
  return joined
}
