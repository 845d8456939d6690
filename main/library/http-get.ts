/**
 * One GET with a Range header, over redirects, from the request to the last byte that is wanted.
 *
 * Sends nothing that says who asks: no cookies, no Authorization, no Referer, to no server on the way.
 * This does not look at what the answer says about the range (see ./http-source.ts).
 */
import { setImmediate } from 'node:timers/promises'
import { coded } from '../../core/contract/coded-error'
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

/**
 * Throws Broken, `server-answer-invalid` and the reason of `signal`. The answer must be closed.
 * `shown`: the address that the user knows; `url` may be where it led at an earlier request.
 */
export async function httpGet(url: URL, shown: string, range: string, limits: HttpLimits, signal?: AbortSignal): Promise<HttpAnswer> {
  signal?.throwIfAborted()
  const watch = new RequestWatch(limits, signal)
  try {
    let at = url
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const response = await getOnce(at, range, watch)
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

async function getOnce(url: URL, range: string, watch: RequestWatch): Promise<Response> {
  try {
    const response = await fetch(url, {
      // A compressed body would count other bytes than the file has.
      headers: { range, 'accept-encoding': 'identity', 'user-agent': 'Headroom' },
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: watch.signal,
    })
    watch.heard()
    return response
  } catch (error) {
    throw watch.broken(error)
  }
}

function redirectOf({ status, headers }: Response): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? undefined) : undefined
}
