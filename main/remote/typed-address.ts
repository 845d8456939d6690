import { BlockList, isIPv4 } from 'node:net'
import { coded } from '../../core/contract/errors/coded-error'
import type { ServerAddressProblem } from '../../core/contract/errors/server-reasons'
import type { ServerAddress } from '../../core/remote/server-facts'
import { isUrl } from '../library/network/remote-url'

/** Reads an address as people type or paste it. Throws `server-address-invalid`. */
export function typedAddress(text: string, key: string | null): ServerAddress {
  const typed = text.trim()
  const refuse = (reason: ServerAddressProblem) => coded('server-address-invalid', { address: shown(typed), reason })
  if (typed === '') throw refuse({ kind: 'empty' })
  const full = withScheme(typed)
  if (!URL.canParse(full)) throw refuse({ kind: 'malformed' })
  const url = new URL(full)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse({ kind: 'protocol', protocol: url.protocol })
  if (url.username || url.password) throw refuse({ kind: 'with-password' })
  if (/[?#]/.test(typed)) throw refuse({ kind: 'with-query' })
  // Servers print this address if they listen on every interface.
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return { url: url.origin + prefixOf(url.pathname), key: key?.trim() || null }
}

/** The path before that of the API, such as `/llm` of a proxy. */
const prefixOf = (path: string): string =>
  path
    .replace(/\/+$/, '')
    .replace(/^\/api(?:\/(?:chat|generate|tags|ps|version|v0(?:\/models)?|v1\/(?:models|chat)))?$/, '')
    .replace(/\/v1(?:\/(?:models|chat\/completions|completions|responses|messages|embeddings))?$/, '')
    .replace(/\/(?:props|slots|health|metrics|version)$/, '')

function withScheme(typed: string): string {
  if (isUrl(typed)) return typed
  const local = typed.replace(/^:?(\d{1,5})(?=\/|$)/, 'localhost:$1')
  return `${isNearby(local) ? 'http' : 'https'}://${local}`
}

/** Source: RFC 6890, section 2.2. */
const nearby = new BlockList()
nearby.addSubnet('0.0.0.0', 8)
nearby.addSubnet('10.0.0.0', 8)
nearby.addSubnet('100.64.0.0', 10)
nearby.addSubnet('127.0.0.0', 8)
nearby.addSubnet('169.254.0.0', 16)
nearby.addSubnet('172.16.0.0', 12)
nearby.addSubnet('192.168.0.0', 16)
nearby.addSubnet('::', 127, 'ipv6')
nearby.addSubnet('fc00::', 7, 'ipv6')
nearby.addSubnet('fe80::', 10, 'ipv6')

/** Servers on this machine and in private networks rarely have a certificate. */
function isNearby(hostAndMore: string): boolean {
  // Also reads short forms, such as 127.1.
  const host = URL.parse(`http://${hostAndMore}`)?.hostname ?? ''
  if (host.startsWith('[')) return nearby.check(host.slice(1, -1), 'ipv6')
  return isIPv4(host) ? nearby.check(host) : !host.includes('.') || /\.(?:local|lan|internal|home\.arpa|localhost)$/i.test(host)
}

/** Without what can be secret. */
const shown = (typed: string): string => typed.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1')
