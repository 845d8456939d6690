import { expect, it } from 'vitest'
import { certificateProblem, isBroken, networkCode, networkReason } from './network-failures'

const fetchFailed = (code: string, message = 'details'): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })

it('networkCode finds the network’s error code inside fetch’s error', () => {
  expect(networkCode(fetchFailed('ENOTFOUND'))).toBe('ENOTFOUND')
  expect(networkCode(new Error('a', { cause: new Error('b', { cause: fetchFailed('EPIPE') }) }))).toBe('EPIPE')
  expect(networkCode('no error')).toBe('')
  const endless = new Error('a')
  endless.cause = endless
  expect(networkCode(endless)).toBe('')
  expect(networkReason(endless)).toEqual({ kind: 'error', quoted: 'a' })
})

it('networkReason describes a network error', () => {
  expect(networkReason(fetchFailed('ENOTFOUND'))).toEqual({ kind: 'name-unknown' })
  expect(networkReason(fetchFailed('HPE_INVALID_CONSTANT'))).toEqual({ kind: 'not-http', code: 'HPE_INVALID_CONSTANT' })
  expect(networkReason(fetchFailed('EUNKNOWN'))).toEqual({ kind: 'error', quoted: 'EUNKNOWN' })
  expect(networkReason(new TypeError('fetch failed', { cause: new Error('bad port') }))).toEqual({ kind: 'error', quoted: 'bad port' })
})

it('a certificate failure is distinguished from a connection failure', () => {
  const reasonOf = (code: string) => certificateProblem(fetchFailed(code))?.reason
  for (const code of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_UNTRUSTED',
  ])
    expect(reasonOf(code)).toBe('unknown-issuer')
  for (const code of ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID']) expect(reasonOf(code)).toBe('out-of-date')
  expect(reasonOf('ERR_TLS_CERT_ALTNAME_INVALID')).toBe('other-server')
  for (const code of ['ENOTFOUND', 'ECONNRESET', 'ERR_SSL_WRONG_VERSION_NUMBER', '']) expect(reasonOf(code)).toBeUndefined()
})

it('a request is retried after a broken connection, but not after other network errors', () => {
  for (const code of ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'EAI_AGAIN']) expect(isBroken(fetchFailed(code))).toBe(true)
  for (const code of ['ENOTFOUND', 'ECONNREFUSED', 'CERT_HAS_EXPIRED', 'UND_ERR_CONNECT_TIMEOUT'])
    expect(isBroken(fetchFailed(code))).toBe(false)
})
