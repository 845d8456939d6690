/** Addresses of model files: which may be fetched, and how they are shown. */
import { coded } from '../../../core/contract/errors/coded-error'

/** Whether the text is a URL. `C:\models\a.gguf` is none: a drive has one letter. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(text)

/** The address for messages and logs. User, password and query are removed, as they can hold secrets. */
export const shownUrl = (url: URL): string => `${url.protocol}//${url.host}${url.pathname}`

/** Throws `url-invalid`. */
export function modelUrl(text: string): URL {
  if (!URL.canParse(text))
    throw coded('url-invalid', { url: text.replace(/[?#].*$/s, '').replace(/\/\/.*@/s, '//'), reason: 'it is not a valid address' })
  const url = new URL(text)
  const problem = fetchProblem(url)
  if (problem) throw coded('url-invalid', { url: shownUrl(url), reason: problem })
  // People copy the address of the page about a file. Source: https://huggingface.co/docs/hub/models-downloading
  if (url.host === 'huggingface.co') url.pathname = url.pathname.replace(/^(\/[^/]+\/[^/]+)\/blob\//, '$1/resolve/')
  url.hash = ''
  return url
}

/** Why this address is refused; undefined if it is allowed. */
function fetchProblem(url: URL): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `${url.protocol} is neither http nor https`
  if (url.username || url.password) return 'it holds a user name or a password'
  return undefined
}

/** The redirect's target, or text that completes "it redirects ..." if it is refused. */
export function redirectTarget(from: URL, location: string): URL | string {
  if (!URL.canParse(location, from.href)) return 'to what is no address'
  const url = new URL(location, from.href)
  const problem = fetchProblem(url)
  if (problem) return `to an address that is not followed: ${problem}`
  return from.protocol === 'https:' && url.protocol === 'http:' ? 'from https to http' : url
}
