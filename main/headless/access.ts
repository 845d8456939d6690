/**
 * Who may talk to the headless host: a page that this host served itself, opened with the token.
 *
 * It listens on 127.0.0.1, but so can every web page the user visits reach out to 127.0.0.1. Three checks
 * keep them out: the Host header (a name that was re-bound to 127.0.0.1), the Origin header (a page from
 * elsewhere), and a random token that only the printed link carries.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type Denial = 'wrong-host' | 'wrong-origin' | 'wrong-token'

export class Access {
  readonly token = randomBytes(24).toString('base64url')
  private port = 0

  listening(port: number): void {
    this.port = port
  }
  /** The token is in the fragment: it is in no request for the page, and in no list of visited pages once the page has read it. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/#token=${this.token}`
  }

  /** Asked first of everything. */
  isOurHost(request: IncomingMessage): boolean {
    return this.names().includes(request.headers.host ?? '')
  }
  hasToken(url: URL): boolean {
    const given = Buffer.from(url.searchParams.get('token') ?? '')
    const expected = Buffer.from(this.token)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  /** The page and what it loads hold no secret. All other files of the window's folder are for those who have the link. */
  isPublic(url: URL): boolean {
    return /^\/(assets\/[\w.-]+)?$/.test(url.pathname)
  }
  /** For everything that acts. */
  action(request: IncomingMessage, url: URL): Denial | undefined {
    if (!this.isOurHost(request)) return 'wrong-host'
    const { origin } = request.headers
    if (!origin || !this.names().some((name) => origin === `http://${name}`)) return 'wrong-origin'
    return this.hasToken(url) ? undefined : 'wrong-token'
  }

  private names(): string[] {
    return [`127.0.0.1:${this.port}`, `localhost:${this.port}`]
  }
}

export const denialText: Readonly<Record<Denial, string>> = {
  'wrong-host': 'This address does not belong to Headroom. Open the link that Headroom printed when it started.',
  'wrong-origin': 'Only the page that Headroom serves itself may do this.',
  'wrong-token': 'The link is incomplete or from an earlier start. Open the link that Headroom printed when it started, with its token.',
}
