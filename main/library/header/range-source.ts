/**
 * Each request is larger than the one before, up to 8 MiB. Long headers need few requests, and few bytes are wasted:
 *
 *   next = first chunk + 0.3 x fetched, so fetched <= first chunk + 1.3 x header
 */
import { coded } from '../../../core/contract/errors/coded-error'
import type { RemoteChange } from '../../../core/contract/errors/server-reasons'
import type { ByteSource } from '../../../core/gguf/byte-window'
import { changeBetween, type Identity, identityOf, parseContentRange } from '../network/content-range'
import type { HttpAnswer } from '../network/http-get'
import { Broken } from '../network/request-watch'
import type { RemoteFile } from './remote-file'

const growth = 0.3
const maxChunkBytes = 8 << 20

export class RangeSource implements ByteSource {
  readonly sizeBytes: number
  private bytes: Uint8Array = new Uint8Array(0)
  private start = 0

  constructor(
    private readonly remote: RemoteFile,
    private readonly identity: Identity,
    private readonly firstChunkBytes: number,
    private answer: HttpAnswer | undefined,
  ) {
    this.sizeBytes = identity.sizeBytes
  }

  async read(offset: number, length: number, leastBytes: number): Promise<Uint8Array> {
    const end = Math.min(offset + leastBytes, this.sizeBytes)
    if (offset < this.start || end > this.start + this.bytes.length) await this.reach(offset, end)
    return this.bytes.subarray(offset - this.start, offset - this.start + length)
  }

  private async reach(offset: number, end: number): Promise<void> {
    const held = offset >= this.start ? this.bytes.subarray(offset - this.start) : this.bytes.subarray(0, 0)
    const from = offset + held.length
    const bytes = new Uint8Array(Math.min(Math.max(end, from + this.chunkBytes()), this.sizeBytes) - offset)
    bytes.set(held)
    const filled = await this.download(bytes, held.length, offset, end - offset)
    this.bytes = bytes.subarray(0, filled)
    this.start = offset
  }

  private chunkBytes(): number {
    const { fetchedBytes } = this.remote
    return fetchedBytes === 0 ? this.firstChunkBytes : Math.min(this.firstChunkBytes + growth * fetchedBytes, maxChunkBytes) | 0
  }

  private async download(bytes: Uint8Array, filled: number, offset: number, least: number): Promise<number> {
    let at = filled
    let failures = 0
    while (at < least) {
      const before = at
      const answer = await this.part(offset + at, offset + bytes.length - 1)
      let broken: Broken | undefined
      try {
        for await (const chunk of this.chunksOf(answer, offset + at)) {
          const kept = chunk.subarray(0, bytes.length - at)
          bytes.set(kept, at)
          at += kept.length
        }
      } catch (error) {
        if (!(error instanceof Broken)) throw error
        broken = error
      } finally {
        answer.close()
      }
      if (at >= least) break
      if (broken?.mayRetry === false) throw coded('url-unreachable', { url: this.remote.shown, reason: broken.reason })
      if (at > before) continue
      if (!(await this.remote.mayTryAgain(failures++)))
        throw coded('download-cut-off', { url: this.remote.shown, receivedBytes: offset + at, expectedBytes: this.sizeBytes })
    }
    return at
  }

  private async *chunksOf(answer: HttpAnswer, from: number): AsyncGenerator<Uint8Array> {
    const range = parseContentRange(answer.headers.get('content-range'))
    let left = (range?.last ?? from) + 1 - from
    const exact = Number(answer.headers.get('content-length')) === left
    while (left > 0 || exact) {
      const chunk = await answer.next()
      if (!chunk) return
      this.remote.fetchedBytes += chunk.length
      yield chunk.subarray(0, left)
      left -= chunk.length
    }
  }

  private async part(from: number, last: number): Promise<HttpAnswer> {
    const first = this.answer
    this.answer = undefined
    if (from > 0) first?.close()
    const answer = from === 0 && first ? first : await this.remote.get(from, last)
    const problem = this.problemOf(answer, from)
    if (!problem) return answer
    answer.close()
    throw problem
  }

  private problemOf({ status, headers }: HttpAnswer, from: number): Error | undefined {
    const changed = (change: RemoteChange) => coded('download-changed', { url: this.remote.shown, change })
    if (status === 416) return changed({ kind: 'shorter', missingByte: from })
    if (status !== 206) return this.remote.invalid({ kind: 'whole-instead-of-part' })
    const range = parseContentRange(headers.get('content-range'))
    if (!range) return this.remote.invalid({ kind: 'range-unnamed' })
    if (range.start !== from) return this.remote.invalid({ kind: 'other-range', askedByte: from, sentByte: range.start })
    const change = changeBetween(this.identity, identityOf(headers, range.sizeBytes ?? this.sizeBytes))
    return change === undefined ? undefined : changed(change)
  }
}
