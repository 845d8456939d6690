/**
 * Any web page can send requests to 127.0.0.1, and any program on this machine can. The Host header keeps out rebound names, Origin and
 * Sec-Fetch-Site keep out web pages, and the key keeps out other programs.
 */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { coded } from '../../../core/contract/errors/coded-error'

export class ApiAccess {
  private names: readonly string[] = []
  private readonly takesAnyAddress: boolean

  constructor(private readonly host: string) {
    this.takesAnyAddress = host === '0.0.0.0' || host === '::'
  }

  listening(port: number, isSecure: boolean): void {
    const hosts = ['127.0.0.1', 'localhost', '[::1]', isIP(this.host) === 6 ? `[${this.host}]` : this.host]
    const isDefault = port === (isSecure ? 443 : 80)
    this.names = hosts.flatMap((host) => [`${host}:${port}`, ...(isDefault ? [host] : [])])
  }

  /** Throws `api-host-refused`. */
  assertAllowed({ headers }: IncomingMessage): void {
    const { host = '', origin } = headers
    if (!this.names.includes(host.toLowerCase()) && !(this.takesAnyAddress && isAddress(host)))
      throw coded('api-host-refused', { reason: 'host' })
    const site = headers['sec-fetch-site']
    if (origin !== undefined || (site !== undefined && site !== 'none')) throw coded('api-host-refused', { reason: 'origin' })
  }
}

const isAddress = (host: string): boolean => isIP(host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')) > 0

/** '' if the request has no key. */
export function keyIn({ headers }: IncomingMessage): string {
  const own = headers['x-api-key']
  if (typeof own === 'string' && own !== '') return own
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? ''
}
