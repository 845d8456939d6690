/** Rows of D packed elements in one allocation. */

import type { ElementCodec } from '../../core/lab/elements/codec'
import { encodedBytes } from '../../core/lab/elements/codec'

export class RowStore {
  private readonly rowBytes: number
  private readonly bytes: Uint8Array
  private readonly floats: Float32Array | null
  private unpacked = new Float32Array(0)

  constructor(
    private readonly codec: ElementCodec,
    readonly rows: number,
    /** D */
    private readonly headDim: number,
  ) {
    this.rowBytes = encodedBytes(codec, headDim)
    this.bytes = new Uint8Array(rows * this.rowBytes)
    this.floats = codec.type === 'f32' ? new Float32Array(this.bytes.buffer) : null
  }

  get allocatedBytes(): number {
    return this.bytes.byteLength
  }

  /** Packs values[from, from + D). */
  write(row: number, values: Float32Array, from: number): void {
    if (this.floats) this.floats.set(values.subarray(from, from + this.headDim), row * this.headDim)
    else this.codec.encode(values, from, this.headDim, this.bytes, row * this.rowBytes)
  }

  /** (count, D), unpacked. Valid until the next read or write. */
  read(row: number, count: number): Float32Array {
    const elements = count * this.headDim
    if (this.floats) return this.floats.subarray(row * this.headDim, row * this.headDim + elements)
    if (this.unpacked.length < elements) this.unpacked = new Float32Array(elements)
    this.codec.decode(this.bytes, row * this.rowBytes, this.unpacked, 0, elements)
    return this.unpacked.subarray(0, elements)
  }

  /** Unpacks into out[at, at + D). */
  readInto(row: number, out: Float32Array, at: number): void {
    if (this.floats) out.set(this.read(row, 1), at)
    else this.codec.decode(this.bytes, row * this.rowBytes, out, at, this.headDim)
  }

  copy(from: number, to: number, count: number): void {
    this.bytes.copyWithin(to * this.rowBytes, from * this.rowBytes, (from + count) * this.rowBytes)
  }

  copyFrom(other: RowStore, from: number, to: number, count: number): void {
    if (other.codec.type !== this.codec.type || other.headDim !== this.headDim)
      throw new Error(`Expected rows of ${this.headDim} ${this.codec.type}, got ${other.headDim} ${other.codec.type}`)
    this.bytes.set(other.bytes.subarray(from * this.rowBytes, (from + count) * this.rowBytes), to * this.rowBytes)
  }
}
