import type { ErrorFacts } from '../../../core/contract/errors/errors'

/** The connection broke: a retry may help. */
const broken: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'EAI_AGAIN',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ERR_STREAM_PREMATURE_CLOSE',
])

const noWay: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'ECONNREFUSED',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no server of this name',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'the connection broke off',
  EPIPE: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection broke off',
  ERR_STREAM_PREMATURE_CLOSE: 'the connection broke off',
  ETIMEDOUT: 'it does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'it does not answer',
  EHOSTUNREACH: 'no network leads there',
  ENETUNREACH: 'no network leads there',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak https at this port',
  UND_ERR_HEADERS_OVERFLOW: 'its answer begins with more headers than are read',
}

/** OpenSSL's names. Source: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const datedCertificates: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

/** Facts of `certificate-untrusted`; undefined if the error is something else. */
export function certificateProblem(error: unknown): Omit<ErrorFacts<'certificate-untrusted'>, 'url'> | undefined {
  const name = networkCode(error)
  if (datedCertificates.has(name)) return { reason: 'out-of-date', name }
  if (name === 'ERR_TLS_CERT_ALTNAME_INVALID') return { reason: 'other-server', name }
  return /CERT|LEAF_SIGNATURE/.test(name) ? { reason: 'unknown-issuer', name } : undefined
}

/** The code in the causes of fetch's `TypeError: fetch failed`. */
export function networkCode(error: unknown): string {
  const coded = causesOf(error).find((cause) => 'code' in cause && typeof cause.code === 'string')
  return coded ? (coded as Error & { code: string }).code : ''
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  return causes
}

/** Completes "... cannot be reached: "; undefined if the proxy itself did not fail. */
export function proxyReason(error: unknown, proxy: string): string | undefined {
  // undici has no error code for this.
  const status = causesOf(error)
    .map(({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1])
    .find((found) => found !== undefined)
  if (status === '407') return `its proxy ${proxy} asks for a user and a password`
  if (status !== undefined) return `its proxy ${proxy} refuses to lead there (status ${status})`
  // The proxy resolves the server's name.
  return noWay.has(networkCode(error)) ? `its proxy ${proxy} cannot be used: ${reasons[networkCode(error)]}` : undefined
}

export const isBroken = (error: unknown): boolean => broken.has(networkCode(error))

export function networkReason(error: unknown): string {
  const code = networkCode(error)
  const known = reasons[code]
  if (known) return known
  if (code.startsWith('HPE_') || causesOf(error).some(({ name }) => name === 'HTTPParserError'))
    return `it does not speak HTTP${code === '' ? '' : ` (${code})`}`
  return code || (causesOf(error).at(-1)?.message ?? String(error))
}
