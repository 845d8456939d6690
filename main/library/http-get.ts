/**
 * One GET, over redirects, from the request to the last byte that is wanted.
 *
 * Sends nothing that says who asks, to no server on the way: no cookies, no Referer, and a token to the model hub alone
 * (see ./network.ts). This does not look at what the answer says about a range (see ./http-source.ts).
 */
import { setImmediate } from 'node:timers/promises'
import { coded, failureOf } from '../../core/contract/coded-error'
import type { Network } from './network'
import { redirectTarget } from './remote-url'
import { type HttpLimits, RequestWatch } from './request-watch'

/** Hugging Face needs two: to the new name of a repository, then to its store. */
const maxRedirects = 5

export class HttpAnswer {
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  constructor(
    private readonly response: Response,
    /** Where the redirects led. */
    readonly url: URL,
    private readonly watch: RequestWatch,
  ) {
    this.reader = response.body?.getReader()
  }

  get status(): number {
    return this.response.status
  }
  get headers(): Headers {
    return this.response.headers
  }

  /** The next bytes of the body, undefined at its end. Throws Broken, or the caller's reason to stop. */
  async next(): Promise<Uint8Array | undefined> {
    try {
      const { value } = (await this.reader?.read()) ?? {}
      this.watch.heard()
      // fetch frees the connection a turn later: a request before that would open another one.
      if (!value) await setImmediate()
      return value
    } catch (error) {
      throw this.watch.broken(error)
    }
  }

  /** Drops what is left of the body, and its connection with it. */
  close(): void {
    this.watch.end()
  }
}

export interface GetOptions {
  readonly network: Network
  readonly headers: Readonly<Record<string, string>>
  readonly limits: HttpLimits
  readonly signal?: AbortSignal | undefined
}

/**
 * Throws Broken, `offline`, `server-answer-invalid` and the reason of `signal`. The answer must be closed.
 * `shown`: the address that the user knows; `url` may be where it led at an earlier request.
 */
export async function httpGet(url: URL, shown: string, { network, headers, limits, signal }: GetOptions): Promise<HttpAnswer> {
  signal?.throwIfAborted()
  const watch = new RequestWatch(limits, signal)
  const getOnce = async (at: URL): Promise<Response> => {
    try {
      const response = await network.fetch(at, headers, watch.signal)
      watch.heard()
      return response
    } catch (error) {
      if (failureOf(error)) throw error
      throw watch.broken(error)
    }
  }
  try {
    let at = url
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await getOnce(at)
      const location = redirectOf(response)
      if (location === undefined) return new HttpAnswer(response, at, watch)
      const target = redirectTarget(at, location)
      if (typeof target === 'string') throw coded('server-answer-invalid', { url: shown, detail: `it redirects ${target}` })
      at = target
      // Without this the connection would wait for somebody to read the body.
      await response.body?.cancel()
    }
    throw coded('server-answer-invalid', { url: shown, detail: `it redirects more than ${maxRedirects} times` })
  } catch (error) {
    watch.end()
    throw error
  }
}

function redirectOf({ status, headers }: Response): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? undefined) : undefined
}
