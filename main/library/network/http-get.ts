/** Sends no cookies and no Referer. */
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Network } from './network'
import { redirectTarget } from './remote-url'
import { type HttpLimits, RequestWatch } from './request-watch'
import type { AnswerHeaders, ServerAnswer } from './server-answer'

/** Hugging Face needs two redirects: to a repository's new name, then to its file store. */
const maxRedirects = 5

export class HttpAnswer {
  private readonly chunks: AsyncIterator<Uint8Array>

  constructor(
    private readonly answer: ServerAnswer,
    readonly url: URL,
    private readonly watch: RequestWatch,
  ) {
    this.chunks = answer.body[Symbol.asyncIterator]()
  }

  get status(): number {
    return this.answer.status
  }
  get headers(): AnswerHeaders {
    return this.answer.headers
  }

  /** Returns undefined at the end of the body. Throws Broken. */
  async next(): Promise<Uint8Array | undefined> {
    try {
      const { value, done } = await this.chunks.next()
      this.watch.heard()
      return done ? undefined : value
    } catch (error) {
      throw this.watch.broken(error)
    }
  }

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
 * `url` may be the target of an earlier redirect. Errors quote `shown`, which the user entered. The caller must close the response. Throws
 * Broken, `server-answer-invalid`, and the errors of `Network.get`.
 */
export async function httpGet(url: URL, shown: string, { network, headers, limits, signal }: GetOptions): Promise<HttpAnswer> {
  signal?.throwIfAborted()
  const watch = new RequestWatch(limits, signal)
  const getOnce = async (at: URL): Promise<ServerAnswer> => {
    try {
      const answer = await network.get(at, headers, watch.signal)
      watch.heard()
      return answer
    } catch (error) {
      if (failureOf(error)) throw error
      throw watch.broken(error)
    }
  }
  try {
    let at = url
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await getOnce(at)
      const location = redirectOf(answer)
      if (location === undefined) return new HttpAnswer(answer, at, watch)
      const target = redirectTarget(at, location)
      if ('kind' in target) throw coded('server-answer-invalid', { url: shown, reason: target })
      at = target
      // An unread body would keep the connection busy.
      await answer.body.drop()
    }
    throw coded('server-answer-invalid', { url: shown, reason: { kind: 'too-many-redirects', limit: maxRedirects } })
  } catch (error) {
    watch.end()
    throw error
  }
}

function redirectOf({ status, headers }: ServerAnswer): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? undefined) : undefined
}
