/**
 * KIVI: two or four bits per element, and a residual in f32. Each step packs older rows before it inserts its own. A packed group of keys spans 32
 * cells, so single cells cannot be evicted.
 * Source: jy-yuan/KIVI at 876b4d2, models/llama_kivi.py, LlamaAttention_KIVI.forward.
 */
import { kiviGroup } from '../../core/lab/elements/kivi'
import { type CacheShape, listOf } from '../../core/lab/shape'
import type { KvCache } from './kv-cache'
import { PackedRows, type Packing } from './packed-rows'

interface List {
  used: number
  readonly positions: Int32Array
}

const keysOfKivi: Packing = { by: 'channel', bits: 2 }

export class KiviCache implements KvCache {
  private readonly keyRows: PackedRows
  private readonly valueRows: PackedRows
  /** (L, S, Hkv) */
  private readonly lists: List[]

  /** `residualTokens`: R, a multiple of 32. Values are packed by token, with as many bits as the keys. */
  constructor(
    readonly shape: CacheShape,
    residualTokens: number,
    keys: Packing = keysOfKivi,
  ) {
    const { layers, sequences, kvHeads, cells, headDim } = shape
    if (cells % kiviGroup !== 0 || headDim % kiviGroup !== 0 || residualTokens % kiviGroup !== 0)
      throw new Error(`Expected cells, head dim and residual in multiples of ${kiviGroup}, got ${cells}, ${headDim} and ${residualTokens}`)
    this.keyRows = new PackedRows(shape, residualTokens, keys)
    this.valueRows = new PackedRows(shape, residualTokens, { by: 'token', bits: keys.bits })
    this.lists = Array.from({ length: layers * sequences * kvHeads }, () => ({ used: 0, positions: new Int32Array(cells) }))
  }

  get packedBytes(): number {
    return this.keyRows.packedBytes + this.valueRows.packedBytes
  }
  /** Includes the unpacked rows of each head. */
  get allocatedBytes(): number {
    const { cells, headDim } = this.shape
    const rows = Math.min(cells, this.keyRows.unpackedRows) + Math.min(cells, this.valueRows.unpackedRows)
    return this.packedBytes + this.lists.length * rows * headDim * Float32Array.BYTES_PER_ELEMENT
  }
  used(layer: number, sequence: number, head: number): number {
    return this.listAt(layer, sequence, head).used
  }
  positions(layer: number, sequence: number, head: number): Int32Array {
    const { positions, used } = this.listAt(layer, sequence, head)
    return positions.subarray(0, used)
  }
  reset(sequence: number): void {
    for (let layer = 0; layer < this.shape.layers; layer++)
      for (let head = 0; head < this.shape.kvHeads; head++) {
        const index = listOf(this.shape, layer, sequence, head)
        this.listAt(layer, sequence, head).used = 0
        this.keyRows.reset(index)
        this.valueRows.reset(index)
      }
  }

  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, headDim, cells } = this.shape
    for (let head = 0; head < kvHeads; head++) {
      const index = listOf(this.shape, layer, sequence, head)
      const list = this.listAt(layer, sequence, head)
      if (list.used + positions.length > cells)
        throw new Error(`Expected ${positions.length} free cells, got ${cells - list.used} of ${cells}`)
      for (const [rows, added] of [
        [this.keyRows, keys],
        [this.valueRows, values],
      ] as const) {
        rows.pack(index, list.used)
        for (let t = 0; t < positions.length; t++) rows.push(index, added, (t * kvHeads + head) * headDim)
      }
      list.positions.set(positions, list.used)
      list.used += positions.length
    }
  }

  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.keyRows.read(listOf(this.shape, layer, sequence, head), this.used(layer, sequence, head), first, count)
  }

  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.valueRows.read(listOf(this.shape, layer, sequence, head), this.used(layer, sequence, head), first, count)
  }

  private listAt(layer: number, sequence: number, head: number): List {
    return this.lists[listOf(this.shape, layer, sequence, head)] as List
  }
}
