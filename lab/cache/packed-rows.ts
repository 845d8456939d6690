/** Keys or values of all heads, quantized in groups of 32, with the newest rows unpacked. */
import { decodeKivi, encodeKivi, type KiviBits, kiviGroup, kiviGroupBytes } from '../../core/lab/elements/kivi'
import type { CacheShape } from '../../core/lab/shape'

export interface Packing {
  /** A group is 32 tokens of one channel, or 32 channels of one token. */
  readonly by: 'channel' | 'token'
  readonly bits: KiviBits
}

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

export class PackedRows {
  private readonly bytes: Uint8Array
  private readonly residuals: readonly Residual[]
  private unpacked: Float32Array = new Float32Array(0)
  /** The most rows that stay unpacked between steps. A group by channel waits for 32 tokens, even if R is 0. */
  readonly unpackedRows: number
  private readonly isByChannel: boolean
  private readonly groupBytes: number

  constructor(
    private readonly shape: CacheShape,
    residualTokens: number,
    private readonly packing: Packing,
  ) {
    const lists = shape.layers * shape.sequences * shape.kvHeads
    this.isByChannel = packing.by === 'channel'
    this.unpackedRows = this.isByChannel ? Math.max(kiviGroup, residualTokens) : residualTokens
    this.groupBytes = kiviGroupBytes(packing.bits)
    this.bytes = new Uint8Array(lists * (shape.cells / kiviGroup) * shape.headDim * this.groupBytes)
    this.residuals = Array.from({ length: lists }, () => new Residual(shape.headDim))
  }

  get packedBytes(): number {
    return this.bytes.byteLength
  }

  push(list: number, values: Float32Array, from: number): void {
    this.residualOf(list).push(values, from)
  }

  reset(list: number): void {
    this.residualOf(list).count = 0
  }

  /** By channel, packs whole residuals, because a group needs 32 tokens. By token, packs all rows but the newest R. */
  pack(list: number, used: number): void {
    const { headDim } = this.shape
    const residual = this.residualOf(list)
    const first = used - residual.count
    const rows = this.isByChannel ? residual.count - (residual.count % this.unpackedRows) : Math.max(0, residual.count - this.unpackedRows)
    for (let row = 0; row < rows; row += this.isByChannel ? kiviGroup : 1)
      for (let d = 0; d < headDim; d += this.isByChannel ? 1 : kiviGroup)
        encodeKivi(residual.rows, row * headDim + d, this.stride, this.bytes, this.groupAt(list, first + row, d), this.packing.bits)
    residual.drop(rows)
  }

  /** (count, D), valid until the next read. */
  read(list: number, used: number, first: number, count: number): Float32Array {
    const { headDim } = this.shape
    const residual = this.residualOf(list)
    const packed = used - residual.count
    // Groups by channel are unpacked whole, so each end may need one more group.
    if (this.unpacked.length < (count + 2 * kiviGroup) * headDim) this.unpacked = new Float32Array((count + 2 * kiviGroup) * headDim)
    const start = this.isByChannel ? first - (first % kiviGroup) : first
    for (let cell = start; cell < Math.min(packed, first + count); cell += this.isByChannel ? kiviGroup : 1)
      for (let d = 0; d < headDim; d += this.isByChannel ? 1 : kiviGroup)
        decodeKivi(this.bytes, this.groupAt(list, cell, d), this.unpacked, (cell - start) * headDim + d, this.stride, this.packing.bits)
    const plain = Math.max(start, packed)
    if (first + count > plain)
      this.unpacked.set(residual.rows.subarray((plain - packed) * headDim, (first + count - packed) * headDim), (plain - start) * headDim)
    return this.unpacked.subarray((first - start) * headDim, (first - start + count) * headDim)
  }

  /** Distance between the elements of a group. */
  private get stride(): number {
    return this.isByChannel ? this.shape.headDim : 1
  }
  private residualOf(list: number): Residual {
    return this.residuals[list] as Residual
  }
  /** Byte offset. */
  private groupAt(list: number, cell: number, d: number): number {
    const { cells, headDim } = this.shape
    return ((list * cells + cell) * (headDim / kiviGroup) + (this.isByChannel ? d : d / kiviGroup)) * this.groupBytes
  }
}
