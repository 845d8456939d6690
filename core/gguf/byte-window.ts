/** Usage: call `fill` for the longest possible entry, then parse it synchronously, with `demand` before each field. */

export interface ByteSource {
  readonly sizeBytes: number
  /** May return early once it has `leastBytes`. The result is valid until the next call. */
  read(offset: number, length: number, leastBytes: number): Promise<Uint8Array>
}

export const memorySource = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

export class UnexpectedEnd extends Error {
  constructor(
    readonly neededBytes: number,
    readonly sizeBytes: number,
  ) {
    super(`Expected ${neededBytes} bytes, the file has ${sizeBytes}`)
  }
}

export class ReadLimitReached extends Error {
  constructor(
    readonly limitBytes: number,
    readonly offset: number,
  ) {
    super(`Read ${limitBytes} bytes and stopped at offset ${offset}`)
  }
}

export const windowBytes = 1 << 20

export class ByteWindow {
  private view: DataView = new DataView(new ArrayBuffer(0))
  private bytes: Uint8Array = new Uint8Array(0)
  private start = 0
  private at = 0
  private readBytes = 0

  constructor(
    private readonly source: ByteSource,
    private readonly limitBytes: number = Number.POSITIVE_INFINITY,
  ) {}

  get offset(): number {
    return this.start + this.at
  }

  get remainingBytes(): number {
    return this.source.sizeBytes - this.offset
  }

  has(count: number): boolean {
    return this.at + count <= this.bytes.length
  }

  /** Throws UnexpectedEnd if the file has become shorter, and ReadLimitReached at the limit. */
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

  /** Throws UnexpectedEnd if the file has fewer bytes left. */
  demand(count: number): void {
    if (count > this.remainingBytes) throw new UnexpectedEnd(this.offset + count, this.source.sizeBytes)
  }

  skip(count: number): void {
    this.demand(count)
    if (this.has(count)) this.at += count
    else this.show(new Uint8Array(0), this.offset + count)
  }

  /** Returns the number of skipped strings. One loop, for speed: a vocabulary has about 100,000 strings. */
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
  /** Returns Infinity from 2^53 on, where a double is no longer exact. */
  length(): number {
    const low = this.view.getUint32(this.at, true)
    const high = this.view.getUint32(this.at + 4, true)
    this.at += 8
    return high > 0x1fffff ? Number.POSITIVE_INFINITY : high * 2 ** 32 + low
  }
  /** The result is valid until the window moves. */
  take(count: number): Uint8Array {
    const bytes = this.bytes.subarray(this.at, this.at + count)
    this.at += count
    return bytes
  }
}
