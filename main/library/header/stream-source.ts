/** For servers that can only send the whole file. Skipped bytes are downloaded too, so their number is limited. */
import { coded } from '../../../core/contract/errors/coded-error'
import type { ByteSource } from '../../../core/gguf/byte-window'
import { maxReadBytes } from '../../../core/gguf/read-header'
import type { HttpAnswer } from '../network/http-get'
import { Broken } from '../network/request-watch'
import type { RemoteFile } from './remote-file'

const maxStreamedBytes = 2 * maxReadBytes
const gatheredBytes = 1 << 18

export class StreamSource implements ByteSource {
  private bytes: Uint8Array = new Uint8Array(0)
  private start = 0

  constructor(
    private readonly remote: RemoteFile,
    private readonly answer: HttpAnswer,
    readonly sizeBytes: number,
  ) {}

  async read(offset: number, length: number, leastBytes: number): Promise<Uint8Array> {
    if (offset < this.start) throw new Error(`Expected an offset of at least ${this.start}, got ${offset}`)
    const end = Math.min(offset + Math.max(leastBytes, Math.min(length, gatheredBytes)), this.sizeBytes)
    if (end > maxStreamedBytes) throw this.remote.invalid({ kind: 'no-ranges-long-header' })
    await this.gather(offset, end)
    return this.bytes.subarray(0, length)
  }

  close(): void {
    this.answer.close()
  }

  private async gather(offset: number, end: number): Promise<void> {
    const pieces: Uint8Array[] = []
    let at = this.start
    const keep = (piece: Uint8Array) => {
      if (at + piece.length > offset) pieces.push(piece.subarray(Math.max(0, offset - at)))
      at += piece.length
    }
    keep(this.bytes)
    while (at < end) keep(await this.next(at))
    this.bytes = joined(pieces)
    this.start = offset
  }

  private async next(receivedBytes: number): Promise<Uint8Array> {
    const { shown } = this.remote
    const cutOff = () => coded('download-cut-off', { url: shown, receivedBytes, expectedBytes: this.sizeBytes })
    try {
      const chunk = await this.answer.next()
      if (!chunk) throw cutOff()
      this.remote.fetchedBytes += chunk.length
      return chunk
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      throw error.mayRetry ? cutOff() : coded('url-unreachable', { url: shown, reason: error.reason })
    }
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces
  if (only && pieces.length === 1) return only
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
