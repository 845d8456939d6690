import { coded } from '../../../core/contract/errors/coded-error'
import type { AddressProblem, AnswerProblem } from '../../../core/contract/errors/server-reasons'

/** Omits user, password and query, which can be secret. */
export const shownUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`

export function modelUrl(text: string): URL {
  if (!URL.canParse(text))
    throw coded('url-invalid', { url: text.replace(/[?#].*$/s, '').replace(/\/\/.*@/s, '//'), reason: { kind: 'malformed' } })
  const url = new URL(text)
  const problem = fetchProblem(url)
  if (problem) throw coded('url-invalid', { url: shownUrl(url), reason: problem })
  // `blob` is the web page of a file, and `resolve` the file. Source: https://huggingface.co/docs/hub/models-downloading
  if (url.host === 'huggingface.co') url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/')
  url.hash = ''
  return url
}

function fetchProblem(url: URL): AddressProblem | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'protocol', protocol: url.protocol }
  if (url.username || url.password) return { kind: 'with-password' }
  return undefined
}

export function redirectTarget(from: URL, location: string): URL | AnswerProblem {
  if (!URL.canParse(location, from.href)) return { kind: 'redirect-malformed' }
  const url = new URL(location, from.href)
  const problem = fetchProblem(url)
  if (problem) return { kind: 'redirect-refused', problem }
  return from.protocol === 'https:' && url.protocol === 'http:' ? { kind: 'redirect-to-http' } : url
}
