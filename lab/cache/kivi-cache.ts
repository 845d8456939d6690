/**
 * KIVI's cache: two bits per element and a residual in f32. A step reads its own rows unpacked; they are packed before the next step. Keys
 * are packed once R have gathered, because a channel's group needs 32 tokens; values token by token, except the newest R. A packed group
 * spans 32 cells, so cells can't be evicted.
 * Layout of a head: groups of 32 cells, each with one packed group per channel of K and D / 32 per cell of V.
 * Source: jy-yuan/KIVI, models/llama_kivi.py, LlamaAttention_KIVI.forward.
 */
import { decodeKivi, encodeKivi, kiviGroup, kiviGroupBytes } from '../../core/lab/elements/kivi'
import { type CacheShape, listOf } from '../../core/lab/shape'
import type { KvCache } from './kv-cache'

/** Unpacked rows, oldest first. */
class Residual {
  rows = new Float32Array(0)
  count = 0

  constructor(private readonly headDim: number) {}

  push(values: Float32Array, from: number): void {
    const { headDim } = this
    if ((this.count + 1) * headDim > this.rows.length) {
      const grown = new Float32Array(Math.max(headDim, 2 * this.rows.length))
      grown.set(this.rows)
      this.rows = grown
    }
    this.rows.set(values.subarray(from, from + headDim), this.count * headDim)
    this.count++
  }
  drop(count: number): void {
    this.rows.copyWithin(0, count * this.headDim, this.count * this.headDim)
    this.count -= count
  }
}

interface List {
  used: number
  readonly positions: Int32Array
  readonly keys: Residual
  readonly values: Residual
}

export class KiviCache implements KvCache {
  /** (L, S, Hkv, C / 32, D): packed groups of 32 tokens of one channel. */
  private readonly packedKeys: Uint8Array
  /** (L, S, Hkv, C, D / 32): packed groups of 32 channels of one token. */
  private readonly packedValues: Uint8Array
  /** (L, S, Hkv) */
  private readonly lists: List[]
  private unpackedKeys: Float32Array = new Float32Array(0)
  private unpackedValues: Float32Array = new Float32Array(0)

  /** `residualTokens`: R, a multiple of 32; the authors' scripts use 32 and 128. */
  constructor(
    readonly shape: CacheShape,
    private readonly residualTokens: number,
  ) {
    const { layers, sequences, kvHeads, cells, headDim } = shape
    if (cells % kiviGroup !== 0 || headDim % kiviGroup !== 0 || residualTokens % kiviGroup !== 0)
      throw new Error(`Expected cells, head dim and residual in multiples of ${kiviGroup}, got ${cells}, ${headDim} and ${residualTokens}`)
    const lists = layers * sequences * kvHeads
    const bytes = lists * (cells / kiviGroup) * headDim * kiviGroupBytes
    this.packedKeys = new Uint8Array(bytes)
    this.packedValues = new Uint8Array(bytes)
    this.lists = Array.from({ length: lists }, () => ({
      used: 0,
      positions: new Int32Array(cells),
      keys: new Residual(headDim),
      values: new Residual(headDim),
    }))
  }

  get packedBytes(): number {
    return this.packedKeys.byteLength + this.packedValues.byteLength
  }
  /** With R rows of keys and of values per head. A prompt read in one step has all its rows in f32 until the next. */
  get allocatedBytes(): number {
    return this.packedBytes + this.lists.length * 2 * this.residualTokens * this.shape.headDim * Float32Array.BYTES_PER_ELEMENT
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
        const list = this.listAt(layer, sequence, head)
        list.used = list.keys.count = list.values.count = 0
      }
  }

  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, headDim, cells } = this.shape
    for (let head = 0; head < kvHeads; head++) {
      const list = this.listAt(layer, sequence, head)
      if (list.used + positions.length > cells)
        throw new Error(`Expected ${positions.length} free cells, got ${cells - list.used} of ${cells}`)
      this.pack(layer, sequence, head)
      for (let t = 0; t < positions.length; t++) {
        list.keys.push(keys, (t * kvHeads + head) * headDim)
        list.values.push(values, (t * kvHeads + head) * headDim)
      }
      list.positions.set(positions, list.used)
      list.used += positions.length
    }
  }

  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    const { headDim } = this.shape
    const { keys, used } = this.listAt(layer, sequence, head)
    const packed = used - keys.count
    // Whole groups are unpacked: room for one more at both ends.
    this.unpackedKeys = grown(this.unpackedKeys, (count + 2 * kiviGroup) * headDim)
    const start = first - (first % kiviGroup)
    for (let cell = start; cell < Math.min(packed, first + count); cell += kiviGroup)
      for (let d = 0; d < headDim; d++)
        decodeKivi(this.packedKeys, this.keyGroup(layer, sequence, head, cell, d), this.unpackedKeys, (cell - start) * headDim + d, headDim)
    const plain = Math.max(start, packed)
    if (first + count > plain)
      this.unpackedKeys.set(keys.rows.subarray((plain - packed) * headDim, (first + count - packed) * headDim), (plain - start) * headDim)
    return this.unpackedKeys.subarray((first - start) * headDim, (first - start + count) * headDim)
  }

  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    const { headDim } = this.shape
    const { values, used } = this.listAt(layer, sequence, head)
    const packed = used - values.count
    this.unpackedValues = grown(this.unpackedValues, count * headDim)
    for (let cell = first; cell < Math.min(packed, first + count); cell++)
      for (let d = 0; d < headDim; d += kiviGroup)
        decodeKivi(this.packedValues, this.valueGroup(layer, sequence, head, cell, d), this.unpackedValues, (cell - first) * headDim + d, 1)
    const plain = Math.max(first, packed)
    if (first + count > plain)
      this.unpackedValues.set(
        values.rows.subarray((plain - packed) * headDim, (first + count - packed) * headDim),
        (plain - first) * headDim,
      )
    return this.unpackedValues.subarray(0, count * headDim)
  }

  /** Packs whole residuals of keys, and values beyond the newest R. */
  private pack(layer: number, sequence: number, head: number): void {
    const { headDim } = this.shape
    const { keys, values, used } = this.listAt(layer, sequence, head)
    const keyRows = keys.count - (keys.count % this.residualTokens)
    for (let row = 0; row < keyRows; row += kiviGroup)
      for (let d = 0; d < headDim; d++)
        encodeKivi(keys.rows, row * headDim + d, headDim, this.packedKeys, this.keyGroup(layer, sequence, head, used - keys.count + row, d))
    keys.drop(keyRows)
    const valueRows = Math.max(0, values.count - this.residualTokens)
    for (let row = 0; row < valueRows; row++)
      for (let d = 0; d < headDim; d += kiviGroup)
        encodeKivi(
          values.rows,
          row * headDim + d,
          1,
          this.packedValues,
          this.valueGroup(layer, sequence, head, used - values.count + row, d),
        )
    values.drop(valueRows)
  }

  private listAt(layer: number, sequence: number, head: number): List {
    return this.lists[listOf(this.shape, layer, sequence, head)] as List
  }
  /** Byte offset of the group of channel `d` for the 32 tokens from `cell` on. */
  private keyGroup(layer: number, sequence: number, head: number, cell: number, d: number): number {
    const { cells, headDim } = this.shape
    return ((listOf(this.shape, layer, sequence, head) * cells + cell) * (headDim / kiviGroup) + d) * kiviGroupBytes
  }
  /** Byte offset of the group of one token's 32 channels from `d` on. */
  private valueGroup(layer: number, sequence: number, head: number, cell: number, d: number): number {
    const { cells, headDim } = this.shape
    return ((listOf(this.shape, layer, sequence, head) * cells + cell) * (headDim / kiviGroup) + d / kiviGroup) * kiviGroupBytes
  }
}

const grown = (buffer: Float32Array, length: number): Float32Array => (buffer.length < length ? new Float32Array(length) : buffer)
