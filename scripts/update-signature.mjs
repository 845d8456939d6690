/**
 * A `signature` is valid for one file of one version. main/updates/genuine-files.ts builds the same text to verify it. Uses only Node,
 * because the signing job installs no packages.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** The first line states the purpose. */
export const signedWords = ({ version, name, sizeBytes, sha512 }) =>
  `Headroom update\nversion ${version}\nfile ${name}\nsize ${sizeBytes}\nsha512 ${sha512}\n`

/** Reads PKCS#8 in PEM. Error messages never quote the key. */
export function signingKeyOf({ UPDATE_SIGNING_KEY: text }) {
  if (!text?.trim()) return undefined
  const key = keyFrom(() => createPrivateKey(text))
  if (!key) throw new Error('Expected UPDATE_SIGNING_KEY to be an Ed25519 private key as PEM (npm run update-key makes one)')
  return key
}

/** Returns SPKI in base64, or '' if neither variable is set. Throws if the two keys do not match. */
export function updateKeyOf(environment) {
  const named = environment.UPDATE_PUBLIC_KEY?.trim() ?? ''
  if (named && !keyFrom(() => createPublicKey({ key: Buffer.from(named, 'base64'), format: 'der', type: 'spki' })))
    throw new Error(`Expected UPDATE_PUBLIC_KEY to be an Ed25519 public key in base64 (npm run update-key makes one), got "${named}"`)
  const signingKey = signingKeyOf(environment)
  const derived = signingKey ? publicHalfOf(signingKey) : ''
  if (named && derived && named !== derived)
    throw new Error(`Expected UPDATE_PUBLIC_KEY to be the other half of UPDATE_SIGNING_KEY (${derived}), got "${named}"`)
  return named || derived
}

export const publicHalfOf = (privateKey) => createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

function keyFrom(read) {
  try {
    const key = read()
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

const listOfFiles = /^files:\n((?: .*\n)+)/m
/** The app accepts no other names. */
const plainName = /^\w[\w.+-]*$/

/** Throws if a value is missing. */
export function readFeed(text) {
  const version = /^version: (\S+)$/m.exec(text)?.[1]
  const files = entriesOf(text).map((entry) => {
    const value = (name) => new RegExp(`^ {2}[- ] ${name}: (\\S+)$`, 'm').exec(entry)?.[1]
    return { name: value('url'), sha512: value('sha512'), sizeBytes: Number(value('size')) }
  })
  const isWhole = ({ name, sha512, sizeBytes }) => plainName.test(name ?? '') && sha512 && Number.isSafeInteger(sizeBytes)
  if (!version || files.length === 0 || !files.every(isWhole))
    throw new Error(`Expected a feed with a version and files with url, sha512 and size, got:\n${text}`)
  return { version, files }
}

export function signFeed(text, privateKey) {
  const { version, files } = readFeed(text)
  const entries = entriesOf(text).map((entry, at) => {
    const signature = sign(null, Buffer.from(signedWords({ version, ...files[at] })), privateKey).toString('base64')
    return `${entry.replace(/^ {4}signature: .*\n/m, '')}    signature: ${signature}\n`
  })
  return text.replace(listOfFiles, () => `files:\n${entries.join('')}`)
}

function entriesOf(text) {
  return listOfFiles.exec(text)?.[1].split(/^(?= {2}- )/m) ?? []
}
