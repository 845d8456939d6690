/**
 * A window that slides over a long file, so that a header of any length is read in one pass
 * and the tensor data behind it is never touched.
 *
 * `fill` waits for bytes; everything else is synchronous. A reader fills once for the longest thing that may
 * come, then takes it apart without waiting, demanding each field before it takes it.
 */

/** Where the bytes come from: a local file, a remote file by HTTP ranges, or memory. */
export interface ByteSource {
  /** Length of the whole file in bytes. */
  readonly sizeBytes: number
  /**
   * Bytes [offset, offset + length). A source for which bytes are dear may stop after `leastBytes` of them, and any
   * gives fewer where the file has become shorter. They are used until the next call and not longer: a source may
   * fill the same buffer each time.
   */
  read(offset: number, length: number, leastBytes: number): Promise<Uint8Array>
}

/** A file that is already in memory. */
export const memorySource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

/** The file ended before the bytes that its own header announced. */
export class UnexpectedEnd extends Error {
  constructor(
    readonly neededBytes: number,
    readonly sizeBytes: number,
  ) {
    super(`Expected ${neededBytes} bytes, the file has ${sizeBytes}`)
  }
}

/** More was read than a window may read in all. */
export class ReadLimitReached extends Error {
  constructor(
    readonly limitBytes: number,
    readonly offset: number,
  ) {
    super(`Read ${limitBytes} bytes and stopped at offset ${offset}`)
  }
}

/** 1 MiB: a typical header without its vocabulary fits in one read, a large vocabulary in ten. */
export const windowBytes = 1 << 20

export class ByteWindow {
  private view: DataView = new DataView(new ArrayBuffer(0))
  private bytes: Uint8Array = new Uint8Array(0)
  /** File offset of the first byte in the window. */
  private start = 0
  /** Read position inside the window. */
  private at = 0
  private readBytes = 0

  constructor(
    private readonly source: ByteSource,
    /** How much may be read from the source in all; what is skipped costs nothing. */
    private readonly limitBytes: number = Number.POSITIVE_INFINITY,
  ) {}

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

  /**
   * Makes `count` bytes readable, fewer only at the end of the file. Throws UnexpectedEnd when the file has become
   * shorter than it was, ReadLimitReached when it never ends.
   */
  async fill(count: number): Promise<void> {
    const wanted = Math.min(count, this.remainingBytes)
    if (this.has(wanted)) return
    const offset = this.offset
    const length = Math.min(Math.max(wanted, windowBytes), this.remainingBytes)
    if (this.readBytes + length > this.limitBytes) throw new ReadLimitReached(this.limitBytes, offset)
    const bytes = await this.source.read(offset, length, wanted)
    this.readBytes += bytes.length
    if (bytes.length < wanted) throw new UnexpectedEnd(offset + wanted, offset + bytes.length)
    this.show(bytes, offset)
  }

  /** Throws UnexpectedEnd when fewer than `count` bytes are left in the file. */
  demand(count: number): void {
    if (count > this.remainingBytes) throw new UnexpectedEnd(this.offset + count, this.source.sizeBytes)
  }

  /** Moves forward without reading what lies between. */
  skip(count: number): void {
    this.demand(count)
    if (this.has(count)) this.at += count
    else this.show(new Uint8Array(0), this.offset + count)
  }

  /**
   * Moves over up to `count` texts, a u64 with their length before each, as far as they lie in the window and have
   * at most `maxBytes`. Returns how many. A loop without calls: a vocabulary has some 100,000 of them.
   */
  skipTexts(count: number, maxBytes: number): number {
    const { view } = this
    const end = view.byteLength
    let at = this.at
    let skipped = 0
    while (skipped < count && at + 8 <= end) {
      const bytes = view.getUint32(at, true)
      if (view.getUint32(at + 4, true) !== 0 || bytes > maxBytes || at + 8 + bytes > end) break
      at += 8 + bytes
      skipped++
    }
    this.at = at
    return skipped
  }

  private show(bytes: Uint8Array, start: number): void {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.start = start
    this.at = 0
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
  /** The next `count` bytes, valid until the window moves on. */
  take(count: number): Uint8Array {
    const bytes = this.bytes.subarray(this.at, this.at + count)
    this.at += count
    return bytes
  }
}
