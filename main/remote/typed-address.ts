import { coded } from '../../core/contract/errors/coded-error'
import type { ServerAddressProblem } from '../../core/contract/errors/server-reasons'
import type { ServerAddress } from '../../core/remote/server-facts'
import { typedUrl } from '../../core/remote/typed-url'

/** Reads an address as people type or paste it. Throws `server-address-invalid`. */
export function typedAddress(text: string, key: string | null): ServerAddress {
  const typed = text.trim()
  const refuse = (reason: ServerAddressProblem) => coded('server-address-invalid', { address: shown(typed), reason })
  if (typed === '') throw refuse({ kind: 'empty' })
  const url = typedUrl(typed)
  if (!url) throw refuse({ kind: 'malformed' })
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refuse({ kind: 'protocol', protocol: url.protocol })
  if (url.username || url.password) throw refuse({ kind: 'with-password' })
  if (/[?#]/.test(typed)) throw refuse({ kind: 'with-query' })
  return { url: url.origin + prefixOf(url.pathname), key: key?.trim() || null }
}

/** The path before that of the API, such as `/llm` of a proxy. */
const prefixOf = (path: string): string =>
  path
    .replace(/\/+$/, '')
    .replace(/^\/api(?:\/(?:chat|generate|tags|ps|version|v0(?:\/models)?|v1\/(?:models|chat)))?$/, '')
    .replace(/\/v1(?:\/(?:models|chat\/completions|completions|responses|messages|embeddings))?$/, '')
    .replace(/\/(?:props|slots|health|metrics|version)$/, '')

/** Without what can be secret. */
const shown = (typed: string): string => typed.replace(/[?#].*$/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, '$1')
