/** Addresses of model files: which may be fetched, and how they are shown. */
import { coded } from '../../../core/contract/errors/coded-error'

/** `C:\models\a.gguf` is no URL: a drive has one letter. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text)

/** Without user, password and query, which can hold secrets. */
export const shownUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`

/** Throws `url-invalid`. */
export function modelUrl(text: string): URL {
  if (!URL.canParse(text))
    throw coded('url-invalid', { url: text.replace(/[?#].*$/s, '').replace(/\/\/.*@/s, '//'), reason: 'it is not a valid address' })
  const url = new URL(text)
  const problem = fetchProblem(url)
  if (problem) throw coded('url-invalid', { url: shownUrl(url), reason: problem })
  // The page about a file. Source: https://huggingface.co/docs/hub/models-downloading
  if (url.host === 'huggingface.co') url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/')
  url.hash = ''
  return url
}

/** undefined if the address is allowed. */
function fetchProblem(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is neither http nor https`
  if (url.username || url.password) return 'it holds a user name or a password'
  return undefined
}

/** A string completes "it redirects ..." and refuses. */
export function redirectTarget(from: URL, location: string): URL | string {
  if (!URL.canParse(location, from.href)) return 'to what is no address'
  const url = new URL(location, from.href)
  const problem = fetchProblem(url)
  if (problem) return `to an address that is not followed: ${problem}`
  return from.protocol === 'https:' && url.protocol === 'http:' ? 'from https to http' : url
}
