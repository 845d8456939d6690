import { coded } from '../../core/contract/errors/coded-error'

/** The ends of addresses that documentation gives for OpenAI's clients. */
const apiPath = /\/(?:v1|api)(?:\/(?:models|chat(?:\/completions)?|completions))?\/?$/

/** The address of a server as people type it: `localhost:8080`, `http://host:8000/v1`. Throws `server-address-invalid`. */
export function serverAddress(typed: string): string {
  const text = typed.trim()
  const invalid = (kind: 'empty' | 'malformed' | 'with-password' | 'with-query', address = text) =>
    coded('server-address-invalid', { address, reason: { kind } })
  if (text === '') throw invalid('empty')
  const [scheme] = /^[a-z][a-z0-9+.-]*(?=:\/\/)/i.exec(text) ?? []
  const whole = scheme === undefined ? `http://${text}` : text
  if (!URL.canParse(whole)) throw invalid('malformed')
  const url = new URL(whole)
  if (url.username || url.password) throw invalid('with-password', url.host)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw coded('server-address-invalid', { address: text, reason: { kind: 'protocol', protocol: url.protocol } })
  if (url.search || url.hash) throw invalid('with-query', `${url.origin}${url.pathname}`)
  return `${url.origin}${url.pathname.replace(apiPath, '')}`.replace(/\/+$/, '')
}
