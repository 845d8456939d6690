import type { ErrorFacts } from '../../../core/contract/errors/errors'
import type { ConnectionProblem, Unreachable } from '../../../core/contract/errors/server-reasons'

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

const problems: Readonly<Record<string, ConnectionProblem>> = {
  ENOTFOUND: 'name-unknown',
  EAI_AGAIN: 'name-not-looked-up',
  ECONNREFUSED: 'connection-refused',
  ECONNRESET: 'connection-broken',
  EPIPE: 'connection-broken',
  UND_ERR_SOCKET: 'connection-broken',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection-broken',
  ERR_STREAM_PREMATURE_CLOSE: 'connection-broken',
  ETIMEDOUT: 'no-answer',
  UND_ERR_CONNECT_TIMEOUT: 'no-answer',
  EHOSTUNREACH: 'no-route',
  ENETUNREACH: 'no-route',
  ERR_SSL_WRONG_VERSION_NUMBER: 'not-https',
  UND_ERR_HEADERS_OVERFLOW: 'headers-too-large',
}

/** OpenSSL's names. Source: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
const datedCertificates: ReadonlySet<string> = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

export function certificateProblem(error: unknown): Omit<ErrorFacts<'certificate-untrusted'>, 'url'> | undefined {
  const name = networkCode(error)
  if (datedCertificates.has(name)) return { reason: 'out-of-date', name }
  if (name === 'ERR_TLS_CERT_ALTNAME_INVALID') return { reason: 'other-server', name }
  return /CERT|LEAF_SIGNATURE/.test(name) ? { reason: 'unknown-issuer', name } : undefined
}

export function networkCode(error: unknown): string {
  const coded = causesOf(error).find((cause) => 'code' in cause && typeof cause.code === 'string')
  return coded ? (coded as Error & { code: string }).code : ''
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause) causes.push(at)
  return causes
}

export function proxyReason(error: unknown, proxy: string): Unreachable | undefined {
  // undici has no error code for a proxy's refusal.
  const status = causesOf(error)
    .map(({ message }) => /^Proxy response \((\d+)\)/.exec(message)?.[1])
    .find((found) => found !== undefined)
  if (status === '407') return { kind: 'proxy-needs-login', proxy }
  if (status !== undefined) return { kind: 'proxy-refused', proxy, status: Number(status) }
  const code = networkCode(error)
  const problem = noWay.has(code) ? problems[code] : undefined
  return problem && { kind: 'proxy-unreachable', proxy, problem }
}

export const isBroken = (error: unknown): boolean => broken.has(networkCode(error))

export function networkReason(error: unknown): Unreachable {
  const code = networkCode(error)
  const known = problems[code]
  if (known) return { kind: known }
  if (code.startsWith('HPE_') || causesOf(error).some(({ name }) => name === 'HTTPParserError')) return { kind: 'not-http', code }
  return { kind: 'error', quoted: code || (causesOf(error).at(-1)?.message ?? String(error)) }
}
