/**
 * The one door to the network. It can be shut ("offline"), it takes the proxy that the system or the environment names,
 * and it shows the user's access token to one server alone: that of the model hub.
 *
 * This does not follow redirects and does not look at answers (see ./http-get.ts).
 */
import type { Dispatcher } from 'undici'
import { coded } from '../../../core/contract/errors/coded-error'
import { assertToken } from './access-token'
import { certificateProblem, proxyReason } from './network-failures'
import { environmentProxy, type FindProxy, isThisMachine } from './proxy'
import { shownUrl } from './remote-url'
import { headersFrom, type ServerAnswer } from './server-answer'

/** `forced`: by HEADROOM_OFFLINE, whatever a user sets. */
export type Offline = boolean | 'forced'

export interface NetworkOptions {
  readonly findProxy?: FindProxy
  readonly isOffline?: () => Offline
  /** Where models are looked up, and the only place that sees the token; over plain http only if it is on this machine. */
  readonly hub?: URL
  readonly token?: () => string | undefined
}

/** What is read to keep a connection: another one takes longer. */
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

  /**
   * One GET, redirects not followed. Throws `offline`, `token-unusable`, `certificate-untrusted`, `url-unreachable` for a proxy that cannot
   * be used, and undici's own errors.
   */
  async get(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<ServerAnswer> {
    const isOffline = this.options.isOffline?.() ?? false
    if (isOffline) throw coded('offline', { url: shownUrl(url), isForced: isOffline === 'forced' })
    // Loaded with the first request: most starts of the app and of the command line make none. Not its fetch: web streams take as long
    // for a piece as hashing it does.
    const { request } = await import('undici')
    const proxy = await this.findProxy(url)
    const authorization = this.authorization(url, proxy !== undefined)
    const dispatcher = proxy && (await this.dispatcherFor(url, proxy))
    try {
      const {
        statusCode,
        headers: fields,
        body,
      } = await request(url, {
        // A compressed body would count other bytes than the file has.
        headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Headroom', ...authorization, ...headers },
        signal,
        ...(dispatcher ? { dispatcher } : {}),
      })
      // Who reads it hears of it; who has dropped it does not care.
      body.on('error', () => {})
      return {
        status: statusCode,
        headers: headersFrom(fields),
        body: {
          [Symbol.asyncIterator]: () => body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>,
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

  /** Over plain http everybody on the way reads the token: only a mirror on this machine, asked without a proxy, gets it then. */
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
        reason: `its proxy speaks ${proxy.protocol.slice(0, -1)}, and only http proxies can be used`,
      })
    const known = this.proxies.get(proxy.href)
    if (known) return known
    const { ProxyAgent } = await import('undici')
    const agent = new ProxyAgent(proxy.href)
    this.proxies.set(proxy.href, agent)
    return agent
  }
}

/** For the command line, which has no settings: the environment's proxy and HEADROOM_OFFLINE. */
export const environmentNetwork = new Network({ isOffline: () => isForcedOffline() && 'forced' })

/** HEADROOM_OFFLINE shuts the door for good, whatever a user sets. */
export const isForcedOffline = (environment: NodeJS.ProcessEnv = process.env): boolean => Boolean(environment.HEADROOM_OFFLINE)

/** The model hub, or a mirror of it named by HF_ENDPOINT as Hugging Face's own tools have it. */
export function hubFrom(environment: NodeJS.ProcessEnv): URL {
  const endpoint = environment.HF_ENDPOINT?.trim() ?? ''
  return URL.canParse(endpoint) && /^https?:$/.test(new URL(endpoint).protocol) ? new URL(endpoint.replace(/\/*$/, '/')) : huggingFace
}
