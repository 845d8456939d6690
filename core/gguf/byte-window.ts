/**
 * A window that slides over a long file, so that a header of any length is read in one pass
 * and the tensor data behind it is never touched.
 *
 * Reads are synchronous while the bytes are in the window; `ensure` says when a refill is needed.
 */

/** Where the bytes come from: a local file, a remote file by HTTP ranges, or memory. */
export interface ByteSource {
  /** Length of the whole file in bytes. */
  readonly sizeBytes: number
  /** Bytes [offset, offset + length), fewer only at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>
}

/** The file ended before the bytes that its own header announced. */
export class UnexpectedEnd extends Error {
  constructor(
    readonly neededBytes: number,
    readonly sizeBytes: number,
  ) {
    super(`Expected ${neededBytes} bytes, the file has ${sizeBytes}`)
  }
}

/** 1 MiB: a typical header without its vocabulary fits in one read, a large vocabulary in ten. */
const windowBytes = 1 << 20

export class ByteWindow {
  private view: DataView = new DataView(new ArrayBuffer(0))
  private bytes: Uint8Array = new Uint8Array(0)
  /** File offset of the first byte in the window. */
  private start = 0
  /** Read position inside the window. */
  private at = 0

  constructor(private readonly source: ByteSource) {}

  /** File offset of the next byte. */
  get offset(): number {
    return this.start + this.at
  }

  get remainingBytes(): number {
    return this.source.sizeBytes - this.offset
  }

  /** Whether `count` bytes can be read without waiting. */
  has(count: number): boolean {
    return this.at + count <= this.bytes.length
  }

  /** Makes `count` bytes readable. Throws UnexpectedEnd when the file is shorter. */
  async ensure(count: number): Promise<void> {
    if (this.has(count)) return
    const offset = this.offset
    if (offset + count > this.source.sizeBytes) throw new UnexpectedEnd(offset + count, this.source.sizeBytes)
    const length = Math.min(Math.max(count, windowBytes), this.source.sizeBytes - offset)
    const bytes = await this.source.read(offset, length)
    if (bytes.length < count) throw new UnexpectedEnd(offset + count, offset + bytes.length)
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.start = offset
    this.at = 0
  }

  /** Moves forward without reading what lies between. */
  skip(count: number): void {
    if (count > this.remainingBytes) throw new UnexpectedEnd(this.offset + count, this.source.sizeBytes)
    if (this.has(count)) {
      this.at += count
      return
    }
    this.start = this.offset + count
    this.at = 0
    this.bytes = new Uint8Array(0)
    this.view = new DataView(this.bytes.buffer)
  }

  u8(): number {
    return this.view.getUint8(this.at++)
  }
  i8(): number {
    return this.view.getInt8(this.at++)
  }
  u16(): number {
    const value = this.view.getUint16(this.at, true)
    this.at += 2
    return value
  }
  i16(): number {
    const value = this.view.getInt16(this.at, true)
    this.at += 2
    return value
  }
  u32(): number {
    const value = this.view.getUint32(this.at, true)
    this.at += 4
    return value
  }
  i32(): number {
    const value = this.view.getInt32(this.at, true)
    this.at += 4
    return value
  }
  f32(): number {
    const value = this.view.getFloat32(this.at, true)
    this.at += 4
    return value
  }
  f64(): number {
    const value = this.view.getFloat64(this.at, true)
    this.at += 8
    return value
  }
  u64(): bigint {
    const value = this.view.getBigUint64(this.at, true)
    this.at += 8
    return value
  }
  i64(): bigint {
    const value = this.view.getBigInt64(this.at, true)
    this.at += 8
    return value
  }
  /** A u64 that is a length or a count: Infinity when it is beyond what a double holds exactly. */
  length(): number {
    const low = this.view.getUint32(this.at, true)
    const high = this.view.getUint32(this.at + 4, true)
    this.at += 8
    return high > 0x1fffff ? Number.POSITIVE_INFINITY : high * 2 ** 32 + low
  }
  take(count: number): Uint8Array {
    const bytes = this.bytes.subarray(this.at, this.at + count)
    this.at += count
    return bytes
  }
}
