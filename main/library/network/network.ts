import { finished } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import { coded } from '../../../core/contract/errors/coded-error'
import { isThisMachine } from '../../../core/remote/typed-url'
import { assertToken } from './access-token'
import { certificateProblem, proxyReason } from './network-failures'
import { environmentProxy, type FindProxy } from './proxy'
import { shownUrl } from './remote-url'
import { headersFrom, type ServerAnswer } from './server-answer'

export type Offline = boolean | 'forced'

export interface NetworkOptions {
  readonly findProxy?: FindProxy
  readonly isOffline?: () => Offline
  /** The only server that gets the token. Must use https, except on this machine. */
  readonly hub?: URL
  readonly token?: () => string | undefined
}

export interface NetworkRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The caller limits the time. Otherwise, undici ends a request after 300 s without data. */
  readonly isPatient?: boolean
}

const droppedBytes = 1 << 14

const huggingFace = new URL('https://huggingface.co/')

export class Network {
  readonly hub: URL
  private readonly findProxy: FindProxy
  private readonly proxies = new Map<string, Dispatcher>()

  constructor(private readonly options: NetworkOptions = {}) {
    this.hub = options.hub ?? huggingFace
    this.findProxy = options.findProxy ?? environmentProxy()
  }

  /** Throws `offline`. Headroom always reaches servers on this machine. */
  assertOnline(url: URL): void {
    if (!isThisMachine(url)) this.assertNetwork(url)
  }

  private assertNetwork(url: URL): void {
    const isOffline = this.options.isOffline?.() ?? false
    if (isOffline) throw coded('offline', { url: shownUrl(url), isForced: isOffline === 'forced' })
  }

  /** Does not follow redirects. Throws `offline`, `token-unusable`, `certificate-untrusted`, and `url-unreachable` for a proxy failure. */
  get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ServerAnswer> {
    return this.send(url, { method: 'GET', headers }, signal)
  }

  /** As `get`. */
  async send(url: URL, { method, headers, body: content, isPatient }: NetworkRequest, signal: AbortSignal): Promise<ServerAnswer> {
    this.assertOnline(url)
    // Most starts make no request, so undici is imported on demand. fetch is not used, because its web streams take as long per chunk as
    // hashing.
    const { request } = await import('undici')
    const proxy = await this.findProxy(url)
    if (proxy) this.assertNetwork(url)
    const authorization = this.authorization(url, proxy !== undefined)
    const dispatcher = proxy && (await this.dispatcherFor(url, proxy))
    try {
      const {
        statusCode,
        headers: fields,
        body,
      } = await request(url, {
        method,
        // A compressed body's length differs from the file's.
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Headroom', ...authorization, ...headers },
        signal,
        ...(content === undefined ? {} : { body: content }),
        ...(dispatcher ? { dispatcher } : {}),
        ...(isPatient ? { headersTimeout: 0, bodyTimeout: 0 } : {}),
      })
      // Prevents an uncaught error. The reader of the body gets it as well.
      body.on('error', () => {})
      return {
        status: statusCode,
        headers: headersFrom(fields),
        body: {
          [Symbol.asyncIterator]: () => body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
          each: (take) => {
            body.on('data', (bytes: Uint8Array) => {
              try {
                take(bytes)
              } catch (error) {
                body.destroy(error as Error)
              }
            })
            return finished(body)
          },
          drop: () => body.dump({ limit: droppedBytes, signal }).catch(() => {}),
        },
      }
    } catch (error) {
      const untrusted = certificateProblem(error)
      if (untrusted) throw coded('certificate-untrusted', { url: shownUrl(url), ...untrusted })
      const reason = proxy && !signal.aborted ? proxyReason(error, proxy.host) : undefined
      throw reason === undefined ? error : coded('url-unreachable', { url: shownUrl(url), reason })
    }
  }

  /** Anyone on the network can read plain http, so only a mirror on this machine gets the token over it. */
  private authorization(url: URL, isProxied: boolean): Record<string, string> {
    const isPrivate = url.protocol === 'https:' || (isThisMachine(url) && !isProxied)
    const token = isPrivate && url.origin === this.hub.origin ? this.options.token?.() : undefined
    if (!token) return {}
    assertToken(token)
    return { authorization: `Bearer ${token}` }
  }

  private async dispatcherFor(url: URL, proxy: URL): Promise<Dispatcher> {
    if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:')
      throw coded('url-unreachable', {
        url: shownUrl(url),
        reason: { kind: 'proxy-protocol', protocol: proxy.protocol.slice(0, -1) },
      })
    const known = this.proxies.get(proxy.href)
    if (known) return known
    const { ProxyAgent } = await import('undici')
    const agent = new ProxyAgent(proxy.href)
    this.proxies.set(proxy.href, agent)
    return agent
  }
}

export const environmentNetwork = new Network({ isOffline: () => isForcedOffline() && 'forced' })

const off: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off'])

export const isForcedOffline = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  !off.has((environment.HEADROOM_OFFLINE ?? '').trim().toLowerCase())

export function hubFrom(environment: NodeJS.ProcessEnv): URL {
  const endpoint = environment.HF_ENDPOINT?.trim() ?? ''
  return URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol) ? new URL(endpoint.replace(/\/*$/, '/')) : huggingFace
}
