/**
 * Downloads into a part file, and resumes after a broken connection.
 *
 *   no bytes yet           GET                                             200  the whole file
 *   N bytes exist          GET, Range: bytes=N-, If-Range: the mark        206  the rest of the same file
 *                                                                          200  the file changed, or the server has no ranges: restart
 *                                                                          416  complete at N, or the file is shorter now: restart
 *
 * The mark is the ETag or the date. Without a mark and a published hash, a broken download restarts. Source: RFC 9110, sections 13.1.5
 * (If-Range), 14.2 (Range) and 15.5.17 (416).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { coded } from '../../../core/contract/errors/coded-error'
import type { AnswerProblem, DownloadPause } from '../../../core/contract/errors/server-reasons'
import type { PartFile } from '../files/part-file'
import { changeBetween, type Identity, identityOf, parseContentRange, unsatisfiedSize } from '../network/content-range'
import { type HttpAnswer, httpGet } from '../network/http-get'
import type { Network } from '../network/network'
import { shownUrl } from '../network/remote-url'
import { Broken } from '../network/request-watch'
import { patienceOf, retryAfterMs } from '../network/retry-after'
import type { AnswerHeaders } from '../network/server-answer'

export type RemoteMark = Pick<Identity, 'etag' | 'lastModified'>

export interface FileOrder {
  readonly url: URL
  readonly sizeBytes: number | null
  readonly sha256: string | null
}

export interface FetchOptions {
  readonly network: Network
  readonly signal: AbortSignal
  readonly mark: RemoteMark | null
  readonly onMark: (mark: RemoteMark) => void
  readonly onBytes: (bytes: number) => void
  /** null when the download continues. */
  readonly onPause: (pause: DownloadPause | null) => void
  /** Delays before the second and later tries. Progress resets them. */
  readonly retryDelaysMs?: readonly number[]
  readonly silenceMs?: number
}

const defaultRetryDelaysMs = [1000, 3000, 10_000, 30_000, 60_000]
const maxRetryAfterMs = 120_000
/** The longest delay that timers support. */
const noLimitMs = 2 ** 31 - 1
const worthRetrying: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

class RetryLater extends Error {
  constructor(
    readonly reason: DownloadPause['reason'],
    readonly retryAfterMs: number,
    readonly failure: Error,
  ) {
    super(reason.kind)
  }
}
class Outdated extends Error {}

/** Keeps received bytes if it throws `offline`, server errors or disk errors. */
export async function fetchFile(part: PartFile, order: FileOrder, options: FetchOptions): Promise<void> {
  const delays = options.retryDelaysMs ?? defaultRetryDelaysMs
  const fetching = new Fetching(part, order, options)
  let failures = 0
  let mostBytes = part.bytes
  for (;;) {
    try {
      await fetching.tryOnce()
      return
    } catch (error) {
      options.signal.throwIfAborted()
      if (error instanceof Outdated) {
        await part.restart()
        options.onBytes(0)
        continue
      }
      const later = fetching.later(error)
      if (!later) throw error
      if (part.bytes > mostBytes) failures = 0
      mostBytes = Math.max(mostBytes, part.bytes)
      const delayMs = delays[failures++]
      if (delayMs === undefined || later.retryAfterMs > maxRetryAfterMs) throw later.failure
      await fetching.wait(Math.max(delayMs, later.retryAfterMs), later.reason)
    }
  }
}

class Fetching {
  private readonly shown: string
  private mark: RemoteMark | null
  private restarts = 0

  constructor(
    private readonly part: PartFile,
    private readonly order: FileOrder,
    private readonly options: FetchOptions,
  ) {
    this.shown = shownUrl(order.url)
    this.mark = options.mark
  }

  async tryOnce(): Promise<void> {
    const { network, signal, silenceMs = 30_000 } = this.options
    const { bytes } = this.part
    if (bytes > 0 && !this.isRecognizable(this.mark)) throw new Outdated()
    const headers: Record<string, string> = bytes === 0 ? {} : { range: `bytes=${bytes}-`, ...ifRange(this.mark) }
    const answer = await httpGet(this.order.url, this.shown, { network, headers, limits: { silenceMs, requestMs: noLimitMs }, signal })
    try {
      const totalBytes = await this.begin(answer)
      if (totalBytes !== 'complete') await this.receive(answer, totalBytes)
    } finally {
      answer.close()
    }
  }

  later(error: unknown): RetryLater | undefined {
    if (error instanceof RetryLater) return error
    if (!(error instanceof Broken)) return undefined
    const { bytes } = this.part
    const failure =
      bytes > 0 && this.order.sizeBytes !== null
        ? coded('download-cut-off', { url: this.shown, receivedBytes: bytes, expectedBytes: this.order.sizeBytes })
        : coded('url-unreachable', { url: this.shown, reason: error.reason })
    return new RetryLater(error.reason, 0, failure)
  }

  async wait(ms: number, reason: DownloadPause['reason']): Promise<void> {
    const { onPause, signal } = this.options
    onPause({ seconds: ms / 1000, reason })
    await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
    onPause(null)
  }

  /** Returns the total length, null if it is unknown, or `complete` if no bytes are missing. Throws Outdated. */
  private async begin(answer: HttpAnswer): Promise<number | null | 'complete'> {
    const { status, headers } = answer
    const encoding = headers.get('content-encoding') ?? 'identity'
    if (encoding !== 'identity') throw this.invalid({ kind: 'compressed', encoding })
    if (status === 206) return this.beginRest(headers)
    if (status === 200) return this.beginWhole(headers)
    if (status === 416) {
      if (this.part.bytes > 0 && unsatisfiedSize(headers.get('content-range')) === this.part.bytes) return 'complete'
      throw this.outdated()
    }
    const refused = coded('download-refused', { url: this.shown, status, ...patienceOf(headers) })
    if (!worthRetrying.has(status)) throw refused
    throw new RetryLater({ kind: 'status', status }, retryAfterMs(headers), refused)
  }

  private beginRest(headers: AnswerHeaders): number | null {
    const range = parseContentRange(headers.get('content-range'))
    if (!range) throw this.invalid({ kind: 'range-unnamed' })
    if (range.start !== this.part.bytes) throw this.invalid({ kind: 'other-range', askedByte: this.part.bytes, sentByte: range.start })
    const sizeBytes = range.sizeBytes ?? this.order.sizeBytes
    const now = identityOf(headers, sizeBytes ?? 0)
    if (this.mark && changeBetween({ ...this.mark, sizeBytes: sizeBytes ?? 0 }, now) !== undefined) throw this.outdated()
    if (this.part.bytes > 0 && !this.isRecognizable(marksInBoth(this.mark, now))) throw new Outdated()
    return this.expected(sizeBytes)
  }

  private isRecognizable(mark: RemoteMark | null): boolean {
    return this.order.sha256 !== null || Boolean(mark?.etag || mark?.lastModified)
  }

  private async beginWhole(headers: AnswerHeaders): Promise<number | null> {
    const length = headers.get('content-length')
    const sizeBytes = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null
    if (this.part.bytes > 0) await this.part.restart()
    this.mark = { etag: headers.get('etag'), lastModified: headers.get('last-modified') }
    this.options.onMark(this.mark)
    return this.expected(sizeBytes ?? this.order.sizeBytes)
  }

  private expected(sizeBytes: number | null): number | null {
    const listed = this.order.sizeBytes
    if (listed !== null && sizeBytes !== null && listed !== sizeBytes)
      throw coded('download-changed', { url: this.shown, change: { kind: 'size', beforeBytes: listed, nowBytes: sizeBytes } })
    return sizeBytes
  }

  private async receive(answer: HttpAnswer, totalBytes: number | null): Promise<void> {
    const { part } = this
    for (let chunk = await answer.next(); chunk; chunk = await answer.next()) {
      if (totalBytes !== null && part.bytes + chunk.length > totalBytes)
        throw this.invalid({ kind: 'longer-than-announced', announcedBytes: totalBytes })
      await part.append(chunk)
      this.options.onBytes(part.bytes)
    }
    if (totalBytes !== null && part.bytes < totalBytes) throw new Broken({ kind: 'connection-broken' }, true)
  }

  /** Restarts only once, because the file could change with every request. */
  private outdated(): Error {
    return this.restarts++ === 0 ? new Outdated() : coded('download-changed', { url: this.shown, change: { kind: 'every-answer-differs' } })
  }

  private invalid(reason: AnswerProblem): Error {
    return coded('server-answer-invalid', { url: this.shown, reason })
  }
}

const marksInBoth = (before: RemoteMark | null, now: RemoteMark): RemoteMark => ({
  etag: before?.etag ? now.etag : null,
  lastModified: before?.lastModified ? now.lastModified : null,
})

/** RFC 9110, section 13.1.5, forbids weak ETags in If-Range. */
function ifRange(mark: RemoteMark | null): Record<string, string> {
  if (mark?.etag && !mark.etag.startsWith('W/')) return { 'if-range': mark.etag }
  return mark?.lastModified ? { 'if-range': mark.lastModified } : {}
}
