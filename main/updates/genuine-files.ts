/**
 * The signed text contains version and file name, so no signature is valid for an older or renamed file. Source:
 * scripts/update-signature.mjs.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { coded } from '../../core/contract/errors/coded-error'

export interface GenuineFile {
  readonly url: string
  /** In base64. */
  readonly sha512: string
  readonly size: number
}

/** `text` is SPKI in base64. Returns undefined if it is not an Ed25519 key. */
export function updateKeyFrom(text: unknown): KeyObject | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** Sent by a server, so unverified and of unknown shape. */
export interface ClaimedUpdate {
  readonly version: string
  readonly files?: unknown
}

/** Refuses all files if one is invalid. Throws `update-not-genuine`. */
export function genuineFiles({ version, files }: ClaimedUpdate, key: KeyObject, source: string): GenuineFile[] {
  const refuse = (reason: 'unsigned' | 'other-signature') => coded('update-not-genuine', { version, source, reason })
  // Feeds in the old format name a file outside the list, which electron-updater would download.
  if (!Array.isArray(files) || files.length === 0) throw refuse('unsigned')
  return files.map((file: unknown) => {
    const { url, sha512, size, signature } = (file ?? {}) as Record<string, unknown>
    if (typeof signature !== 'string') throw refuse('unsigned')
    if (!isPlain(version, url, sha512, size)) throw refuse('other-signature')
    const claimed = { url, sha512, size } as GenuineFile
    if (!verify(null, Buffer.from(signedWords(version, claimed)), key, Buffer.from(signature, 'base64'))) throw refuse('other-signature')
    return claimed
  })
}

const signedWords = (version: string, { url, size, sha512 }: GenuineFile): string =>
  `Headroom update\nversion ${version}\nfile ${url}\nsize ${size}\nsha512 ${sha512}\n`

/** Refuses paths, and line breaks, which could forge lines of the signed text. */
function isPlain(version: unknown, url: unknown, sha512: unknown, size: unknown): boolean {
  const has = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value)
  return has(version, /^\d[\w.+-]*$/) && has(url, /^\w[\w.+-]*$/) && has(sha512, /^[\w+/]{86}==$/) && Number.isSafeInteger(size)
}
