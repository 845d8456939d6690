/**
 * Creates a self-signed certificate for 127.0.0.1. Encoded by hand, because Node cannot create certificates.
 *
 * Source: RFC 5280, section 4.1 (the fields), and RFC 5480 (keys on the curve P-256).
 */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface MadeCertificate {
  /** PEM. */
  readonly key: string
  readonly cert: string
}

export function madeCertificate(): MadeCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(tagged(0x31, sequence(commonName, tagged(0x0c, Buffer.from('made for a test')))))
  const body = sequence(
    tagged(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(subjectAltName, tagged(0x04, sequence(tagged(0x87, Buffer.of(127, 0, 0, 1))))))),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.concat([Buffer.of(0), signature])))
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: pem(certificate) }
}

/** DER: tag, length, content. Source: X.690, section 8.1. */
function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents)
  const { length } = content
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...head), content])
}
const sequence = (...contents: readonly Uint8Array[]): Buffer => tagged(0x30, ...contents)
const integer = (bytes: Uint8Array): Buffer => tagged(0x02, bytes)
const time = (text: string): Buffer => tagged(0x17, Buffer.from(text))
const identifier = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const commonName = identifier('550403')
const subjectAltName = identifier('551d11')
const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'))

const pem = (der: Buffer): string => {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
