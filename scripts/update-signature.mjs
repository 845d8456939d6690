/**
 * Signatures of updates: which key makes them, of which words, and where they stand in a feed.
 *
 * A feed (latest-linux.yml, written by electron-builder) lists the files of one version with length and SHA-512. Each gets a `signature`
 * beside these. What is signed says the version and the name too, so that a signature cannot stand for another file or version.
 *
 * Plain JavaScript with nothing but Node: the job that signs installs nothing. The app says the same words in main/updates/genuine-files.ts.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** What is signed of a file: UTF-8, five lines, each ended. The first says what the signature is good for. */
export const signedWords = ({ version, name, sizeBytes, sha512 }) =>
  `Headroom update\nversion ${version}\nfile ${name}\nsize ${sizeBytes}\nsha512 ${sha512}\n`

/** The private half from UPDATE_SIGNING_KEY (PKCS#8 as PEM), or undefined where it is not set. Throws without repeating a word of it. */
export function signingKeyOf({ UPDATE_SIGNING_KEY: text }) {
  if (!text?.trim()) return undefined
  const key = keyFrom(() => createPrivateKey(text))
  if (!key) throw new Error('Expected UPDATE_SIGNING_KEY to be an Ed25519 private key as PEM (npm run update-key makes one)')
  return key
}

/**
 * The public half on one line (SPKI in base64), as it is stamped into packages: UPDATE_PUBLIC_KEY, or that of UPDATE_SIGNING_KEY. '': neither
 * is set. Throws where the two are not one pair.
 */
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
/** The name of a file and nothing else: the app takes no other. */
const plainName = /^\w[\w.+-]*$/

/** The version of a feed and its files: `{version, files: [{name, sha512, sizeBytes}]}`. Throws where one of them is not told. */
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

/** The feed with a signature beside every file; those that were there are made anew. */
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
