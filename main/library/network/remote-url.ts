/** Addresses of model files: what may be fetched, and how an address is shown. */
import { coded } from '../../../core/contract/errors/coded-error'

/** Whether the text is meant as an address. `C:\models\a.gguf` is not: a drive has one letter. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text)

/** The address as it may stand in messages and logs: a user, a password and a query can hold secrets. */
export const shownUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`

/** Throws `url-invalid`. */
export function modelUrl(text: string): URL {
  if (!URL.canParse(text))
    throw coded('url-invalid', { url: text.replace(/[?#].*$/s, '').replace(/\/\/.*@/s, '//'), reason: 'it is not a valid address' })
  const url = new URL(text)
  const problem = fetchProblem(url)
  if (problem) throw coded('url-invalid', { url: shownUrl(url), reason: problem })
  // The page about a file, which is what people copy. Source: https://huggingface.co/docs/hub/models-downloading
  if (url.host === 'huggingface.co') url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/')
  url.hash = ''
  return url
}

/** Why this address is not fetched, or undefined. */
function fetchProblem(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is neither http nor https`
  if (url.username || url.password) return 'it holds a user name or a password'
  return undefined
}

/** Where a redirect leads, or completes "it redirects ..." for one that is not followed. */
export function redirectTarget(from: URL, location: string): URL | string {
  if (!URL.canParse(location, from.href)) return 'to what is no address'
  const url = new URL(location, from.href)
  const problem = fetchProblem(url)
  if (problem) return `to an address that is not followed: ${problem}`
  return from.protocol === 'https:' && url.protocol === 'http:' ? 'from https to http' : url
}
