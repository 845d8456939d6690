/**
 * Any web page can send requests to 127.0.0.1. Three checks keep pages out: the Host header (DNS rebinding), the Origin header, and a token
 * in the printed link.
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
  /** Browsers do not send the fragment, which contains the token. */
  get url(): string {
    return `http://127.0.0.1:${this.port}/#token=${this.token}`
  }

  isOurHost(request: IncomingMessage): boolean {
    return this.names().includes(request.headers.host ?? '')
  }
  hasToken(url: URL): boolean {
    const given = Buffer.from(url.searchParams.get('token') ?? '')
    const expected = Buffer.from(this.token)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  isPublic(url: URL): boolean {
    return /^\/(assets\/[\w.-]+)?$/.test(url.pathname)
  }
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
  'wrong-origin': 'Only the page that Headroom serves may do this.',
  'wrong-token': 'The link is incomplete or from an earlier start. Open the link that Headroom printed when it started, with its token.',
}
