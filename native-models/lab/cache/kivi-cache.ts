/**
 * A cache of two bits per element with a tail in f32, as KIVI has it. Keys can only be packed by the group of 32 tokens, so
 * the newest tokens, up to 31 and those of an unfinished group, stay as they are; the paper keeps a longer tail (128).
 *
 * Layout of a head: groups of 32 cells, each with one packed group per channel of K and D / 32 per cell of V.
 * Cells cannot be evicted from it: a packed group belongs to 32 of them.
 */
import { decodeKivi, encodeKivi, kiviGroup, kiviGroupBytes } from '../../../core/lab/elements/kivi'
import { type CacheShape, listOf } from '../../../core/lab/shape'
import { ContiguousCache } from './contiguous-cache'
import type { KvCache } from './kv-cache'

export class KiviCache implements KvCache {
  /** (L, S, Hkv, C / 32, D): packed groups of 32 tokens of one channel. */
  private readonly packedKeys: Uint8Array
  /** (L, S, Hkv, C, D / 32): packed groups of 32 channels of one token. */
  private readonly packedValues: Uint8Array
  /** Unfinished groups: 32 cells for each head. */
  private readonly tail: ContiguousCache
  /** (L, S, Hkv) */
  private readonly packedCells: Int32Array
  /** (L, S, Hkv, C) */
  private readonly cellPositions: Int32Array
  private unpackedKeys: Float32Array = new Float32Array(0)
  private unpackedValues: Float32Array = new Float32Array(0)

  constructor(readonly shape: CacheShape) {
    const { layers, sequences, kvHeads, cells, headDim } = shape
    if (cells % kiviGroup !== 0 || headDim % kiviGroup !== 0)
      throw new Error(`Expected cells and head dim in multiples of ${kiviGroup}, got ${cells} and ${headDim}`)
    const lists = layers * sequences * kvHeads
    const bytes = lists * (cells / kiviGroup) * headDim * kiviGroupBytes
    this.packedKeys = new Uint8Array(bytes)
    this.packedValues = new Uint8Array(bytes)
    this.tail = new ContiguousCache({ ...shape, cells: kiviGroup })
    this.packedCells = new Int32Array(lists)
    this.cellPositions = new Int32Array(lists * cells)
  }

  get allocatedBytes(): number {
    return this.packedKeys.byteLength + this.packedValues.byteLength + this.tail.allocatedBytes
  }
  used(layer: number, sequence: number, head: number): number {
    return (this.packedCells[listOf(this.shape, layer, sequence, head)] as number) + this.tail.used(layer, sequence, head)
  }
  positions(layer: number, sequence: number, head: number): Int32Array {
    const first = listOf(this.shape, layer, sequence, head) * this.shape.cells
    return this.cellPositions.subarray(first, first + this.used(layer, sequence, head))
  }
  reset(sequence: number): void {
    this.tail.reset(sequence)
    for (let layer = 0; layer < this.shape.layers; layer++)
      for (let head = 0; head < this.shape.kvHeads; head++) this.packedCells[listOf(this.shape, layer, sequence, head)] = 0
  }

  /** Token by token: the tail has to be packed whenever it is full. */
  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, headDim, cells } = this.shape
    const row = kvHeads * headDim
    for (let t = 0; t < positions.length; t++) {
      if (this.used(layer, sequence, 0) === cells) throw new Error(`Expected a free cell, got none of ${cells}`)
      this.tail.insert(
        layer,
        sequence,
        positions.subarray(t, t + 1),
        keys.subarray(t * row, (t + 1) * row),
        values.subarray(t * row, (t + 1) * row),
      )
      for (let head = 0; head < kvHeads; head++) {
        const list = listOf(this.shape, layer, sequence, head)
        this.cellPositions[list * cells + this.used(layer, sequence, head) - 1] = positions[t] as number
        if (this.tail.used(layer, sequence, head) === kiviGroup) this.packTail(layer, sequence, head)
      }
    }
  }

  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    const { headDim } = this.shape
    this.unpackedKeys = grown(this.unpackedKeys, (count + 2 * kiviGroup) * headDim)
    const firstGroup = Math.floor(first / kiviGroup)
    for (let group = firstGroup; group * kiviGroup < first + count; group++)
      this.unpackKeys(layer, sequence, head, group, (group - firstGroup) * kiviGroup * headDim)
    const skipped = (first - firstGroup * kiviGroup) * headDim
    return this.unpackedKeys.subarray(skipped, skipped + count * headDim)
  }

  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    const { headDim } = this.shape
    this.unpackedValues = grown(this.unpackedValues, count * headDim)
    const packed = this.packedCells[listOf(this.shape, layer, sequence, head)] as number
    for (let cell = first; cell < first + count; cell++) {
      const at = (cell - first) * headDim
      if (cell >= packed) this.unpackedValues.set(this.tail.values(layer, sequence, head, cell - packed, 1), at)
      else
        for (let d = 0; d < headDim; d += kiviGroup)
          decodeKivi(this.packedValues, this.valueGroup(layer, sequence, head, cell, d), this.unpackedValues, at + d, 1)
    }
    return this.unpackedValues.subarray(0, count * headDim)
  }

  private unpackKeys(layer: number, sequence: number, head: number, group: number, at: number): void {
    const { headDim } = this.shape
    const packed = this.packedCells[listOf(this.shape, layer, sequence, head)] as number
    if (group * kiviGroup >= packed)
      this.unpackedKeys.set(this.tail.keys(layer, sequence, head, 0, this.tail.used(layer, sequence, head)), at)
    else
      for (let d = 0; d < headDim; d++)
        decodeKivi(this.packedKeys, this.keyGroup(layer, sequence, head, group, d), this.unpackedKeys, at + d, headDim)
  }

  private packTail(layer: number, sequence: number, head: number): void {
    const { headDim } = this.shape
    const list = listOf(this.shape, layer, sequence, head)
    const packed = this.packedCells[list] as number
    const keys = this.tail.keys(layer, sequence, head, 0, kiviGroup)
    const values = this.tail.values(layer, sequence, head, 0, kiviGroup)
    for (let d = 0; d < headDim; d++)
      encodeKivi(keys, d, headDim, this.packedKeys, this.keyGroup(layer, sequence, head, packed / kiviGroup, d))
    for (let cell = 0; cell < kiviGroup; cell++)
      for (let d = 0; d < headDim; d += kiviGroup)
        encodeKivi(values, cell * headDim + d, 1, this.packedValues, this.valueGroup(layer, sequence, head, packed + cell, d))
    this.tail.keep(layer, sequence, head, new Int32Array(0))
    this.packedCells[list] = packed + kiviGroup
  }

  /** Byte of the packed group of channel `d` of 32 tokens. */
  private keyGroup(layer: number, sequence: number, head: number, group: number, d: number): number {
    const { cells, headDim } = this.shape
    return ((listOf(this.shape, layer, sequence, head) * (cells / kiviGroup) + group) * headDim + d) * kiviGroupBytes
  }
  /** Byte of the packed group of the 32 channels from `d` on of one token. */
  private valueGroup(layer: number, sequence: number, head: number, cell: number, d: number): number {
    const { cells, headDim } = this.shape
    return ((listOf(this.shape, layer, sequence, head) * cells + cell) * (headDim / kiviGroup) + d / kiviGroup) * kiviGroupBytes
  }
}

const grown = (buffer: Float32Array, length: number): Float32Array => (buffer.length < length ? new Float32Array(length) : buffer)
