/** Accepts only responses with status 200, 206 or 416. */
import { setTimeout as sleep } from 'node:timers/promises'
import { coded } from '../../../core/contract/errors/coded-error'
import type { AnswerProblem } from '../../../core/contract/errors/server-reasons'
import { type HttpAnswer, httpGet } from '../network/http-get'
import { environmentNetwork, type Network } from '../network/network'
import { shownUrl } from '../network/remote-url'
import { Broken, type HttpLimits } from '../network/request-watch'
import { patienceOf, retryAfterMs } from '../network/retry-after'

export interface HttpOptions extends Partial<HttpLimits> {
  readonly signal?: AbortSignal | undefined
  readonly network?: Network | undefined
  readonly retryDelaysMs?: readonly number[]
  readonly firstChunkBytes?: number
}

/** A header of 64 MiB takes 14 requests, and more if the server sends less than requested. */
const maxRequests = 128
const maxRetryAfterMs = 5000
const worthRetrying: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

export class RemoteFile {
  readonly shown: string
  requests = 0
  fetchedBytes = 0
  private resolved: URL
  private readonly network: Network
  private readonly limits: HttpLimits
  private readonly signal: AbortSignal | undefined
  private readonly retryDelaysMs: readonly number[]

  constructor(url: URL, options: HttpOptions) {
    this.resolved = url
    this.shown = shownUrl(url)
    this.network = options.network ?? environmentNetwork
    this.limits = { silenceMs: options.silenceMs ?? 20_000, requestMs: options.requestMs ?? 120_000 }
    this.signal = options.signal
    this.retryDelaysMs = options.retryDelaysMs ?? [300, 1500]
  }

  /** `last` is inclusive. The caller must close the response. */
  async get(start: number, last: number): Promise<HttpAnswer> {
    for (let failures = 0; ; failures++) {
      const answer = await this.try(start, last)
      if (answer instanceof Broken) {
        if (!answer.mayRetry || !(await this.mayTryAgain(failures)))
          throw coded('url-unreachable', { url: this.shown, reason: answer.reason })
        continue
      }
      const { status, headers } = answer
      if (status === 200 || status === 206 || status === 416) return this.checked(answer)
      answer.close()
      if (!worthRetrying.has(status) || !(await this.mayTryAgain(failures, retryAfterMs(headers))))
        throw coded('download-refused', { url: this.shown, status, ...patienceOf(headers) })
    }
  }

  private checked(answer: HttpAnswer): HttpAnswer {
    this.resolved = answer.url
    const encoding = answer.headers.get('content-encoding') ?? 'identity'
    if (encoding === 'identity') return answer
    // A compressed body does not contain the file's bytes.
    answer.close()
    throw this.invalid({ kind: 'compressed', encoding })
  }

  async mayTryAgain(failures: number, askedMs = 0): Promise<boolean> {
    const delayMs = this.retryDelaysMs[failures]
    if (delayMs === undefined || askedMs > maxRetryAfterMs) return false
    await sleep(Math.max(delayMs, askedMs), undefined, this.signal ? { signal: this.signal } : {}).catch(() =>
      this.signal?.throwIfAborted(),
    )
    return true
  }

  private async try(start: number, last: number): Promise<HttpAnswer | Broken> {
    if (++this.requests > maxRequests) throw this.invalid({ kind: 'too-many-requests', limit: maxRequests })
    try {
      const { network, limits, signal } = this
      return await httpGet(this.resolved, this.shown, { network, headers: { range: `bytes=${start}-${last}` }, limits, signal })
    } catch (error) {
      if (error instanceof Broken) return error
      throw error
    }
  }

  invalid(reason: AnswerProblem): Error {
    return coded('server-answer-invalid', { url: this.shown, reason })
  }
}
