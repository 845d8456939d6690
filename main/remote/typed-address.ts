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

/** Servers on this machine and in private networks rarely have a certificate. Source: RFC 6890, section 2.2. */
const nearbyHosts = [
  /^[^.:]*$/,
  /\.(?:local|lan|internal|home\.arpa|localhost)$/,
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/,
  /^\[(?:::1?|f[cd]..:.*|fe[89ab].:.*)\]$/,
]

function isNearby(hostAndMore: string): boolean {
  const address = `http://${hostAndMore}`
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return nearbyHosts.some((pattern) => pattern.test(hostname))
}

/** Without what can be secret. */
const shown = (typed: string): string => typed.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1')
