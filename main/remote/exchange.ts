import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { Unreachable } from '../../core/contract/errors/server-reasons'
import { quoteOf } from '../../core/remote/quote'
import { refusalOf } from '../../core/remote/refusal'
import type { ServerAddress } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { redirectTarget, shownUrl } from '../library/network/remote-url'
import { type Broken, type HttpLimits, RequestWatch } from '../library/network/request-watch'
import { patienceOf } from '../library/network/retry-after'
import type { ServerAnswer } from '../library/network/server-answer'
import { apiUrl } from './api-url'
import { Arrivals } from './arrivals'
import { assertKey } from './server-key'

export interface ExchangeLimits extends HttpLimits {
  /** Largest response in bytes. */
  readonly bytes: number
}

export interface ExchangeRequest {
  readonly path: string
  /** A POST request if there is one. */
  readonly body?: object
  readonly accept: string
  readonly limits: ExchangeLimits
}

const longestRefusalBytes = 64 << 10
const longestRestMs = 1000

/** One request to a server and its response. The request is sent once, and redirects are not followed. */
export class Exchange {
  readonly arrivals: Arrivals

  private constructor(
    readonly url: string,
    private readonly address: ServerAddress,
    private readonly answer: ServerAnswer,
    private readonly watch: RequestWatch,
    limits: ExchangeLimits,
  ) {
    this.arrivals = new Arrivals(answer.body, (bytes) => {
      watch.heard()
      if (bytes > limits.bytes) throw coded('server-response-unreadable', { url, reason: { kind: 'too-long', limitBytes: limits.bytes } })
    })
  }

  /** The caller must close the exchange. Throws `server-…`, `offline` and `certificate-untrusted`, and what the signal's abort gives. */
  static async open(network: Network, address: ServerAddress, request: ExchangeRequest, signal: AbortSignal): Promise<Exchange> {
    signal.throwIfAborted()
    const url = apiUrl(address, request.path)
    const shown = shownUrl(url)
    const headers = headersFor(address, request)
    const watch = new RequestWatch(request.limits, signal)
    try {
      const content =
        request.body === undefined ? { method: 'GET' as const } : { method: 'POST' as const, body: JSON.stringify(request.body) }
      const answer = await network.send(url, { ...content, headers, isPatient: true }, watch.signal)
      watch.heard()
      return new Exchange(shown, address, answer, watch, request.limits)
    } catch (error) {
      const failure = unsent(shown, error, watch, request.body !== undefined)
      watch.end()
      throw failure
    }
  }

  get status(): number {
    return this.answer.status
  }

  header(name: string): string {
    return this.answer.headers.get(name) ?? ''
  }

  /** Throws unless the server accepts the request. `model`: the one that the request names. */
  async assertAccepted(model: string | null): Promise<void> {
    const encoding = this.header('content-encoding')
    if (!/^(?:identity)?$/i.test(encoding))
      throw coded('server-response-unreadable', { url: this.url, reason: { kind: 'compressed', encoding: this.quote(encoding) } })
    if (this.status >= 300 && this.status < 400) throw coded('server-redirected', { url: this.url, target: this.redirectTarget() })
    if (this.status !== 200) throw this.refusal(await this.beginning(), this.status, model)
  }

  refusal(body: string, status: number | null, model: string | null): Error {
    const { key } = this.address
    return refusalOf({ url: this.url, status, body, key, model, ...patienceOf(this.answer.headers) })
  }

  /** The whole response as text. Throws as `arrivals`. */
  async text(): Promise<string> {
    const chunks: Uint8Array[] = []
    for await (const { bytes } of this.arrivals) chunks.push(bytes)
    return Buffer.concat(chunks).toString('utf8')
  }

  /** Why `arrivals` threw `error`. Throws it if it is coded, or what the caller's abort gives. */
  brokenBy(error: unknown): Unreachable {
    if (failureOf(error)) throw error
    return this.watch.broken(error).reason
  }

  close(): void {
    this.watch.end()
  }

  /** Reads a short rest of the response, so that the connection can be used again. */
  release(): void {
    const timer = setTimeout(() => this.watch.end(), longestRestMs)
    void this.arrivals.ended.then(() => {
      clearTimeout(timer)
      this.watch.end()
    })
  }

  /** At most 64 KiB, less if the connection breaks. */
  async beginning(): Promise<string> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    try {
      for await (const arrival of this.arrivals) {
        chunks.push(arrival.bytes)
        bytes += arrival.bytes.length
        if (bytes > longestRefusalBytes) break
      }
    } catch (error) {
      // Throws if the caller ended the request.
      this.watch.broken(error)
    }
    return Buffer.concat(chunks).subarray(0, longestRefusalBytes).toString('utf8')
  }

  private redirectTarget(): string | null {
    const location = this.header('location')
    if (location === '') return null
    const target = redirectTarget(new URL(this.url), location)
    return target instanceof URL ? this.quote(shownUrl(target)) : null
  }

  private quote(text: string): string {
    return quoteOf(text, this.address.key)
  }
}

function headersFor({ key }: ServerAddress, { body, accept }: ExchangeRequest): Record<string, string> {
  if (key !== null) assertKey(key)
  return {
    accept,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  }
}

/** The error for a request without a response. A request that broke may have reached the server. */
function unsent(url: string, error: unknown, watch: RequestWatch, isPost: boolean): unknown {
  const failure = failureOf(error)
  if (failure?.code === 'url-unreachable') return coded('server-unreachable', { url, reason: failure.facts.reason })
  if (failure) return error
  let broken: Broken
  try {
    broken = watch.broken(error)
  } catch (aborted) {
    return aborted
  }
  const { reason } = broken
  const wasSent = isPost && (reason.kind === 'connection-broken' || reason.kind === 'silence' || reason.kind === 'answer-too-slow')
  return wasSent ? coded('server-dropped', { url, reason, hasPart: false }) : coded('server-unreachable', { url, reason })
}
