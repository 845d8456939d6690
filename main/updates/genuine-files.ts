/**
 * Whether a newer version is from whoever published this copy: each of its files has to carry a signature by the key that this copy was
 * stamped with when it was packaged.
 *
 * Nothing that a feed says is believed before. What is signed names the version and the file, so an older file, or one of another name,
 * cannot come under a signature of its own. Source of the words and of the signatures: scripts/update-signature.mjs.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { coded } from '../../core/contract/errors/coded-error'

/** A file as electron-updater's feeds name it. */
export interface GenuineFile {
  /** The name of the file; it lies beside the feed. */
  readonly url: string
  /** SHA-512 in base64. */
  readonly sha512: string
  /** Bytes. */
  readonly size: number
}

/** The key that a package was stamped with (SPKI in base64), or undefined where that is none by which anything could be checked. */
export function updateKeyFrom(text: unknown): KeyObject | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** A feed as it came from a server: of no certain shape. */
export interface ClaimedUpdate {
  readonly version: string
  readonly files?: unknown
}

/** The files of a feed, with nothing but what is signed. One that is not genuine spoils them all: throws `update-not-genuine`. */
export function genuineFiles({ version, files }: ClaimedUpdate, key: KeyObject, source: string): GenuineFile[] {
  const refuse = (reason: 'unsigned' | 'other-signature') => coded('update-not-genuine', { version, source, reason })
  // Without a list, electron-updater would take the one file that old feeds name beside it.
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

/** None of them can hold the end of a line, and so pass for two; a name leads nowhere else. */
function isPlain(version: unknown, url: unknown, sha512: unknown, size: unknown): boolean {
  const has = (value: unknown, pattern: RegExp) => typeof value === 'string' && pattern.test(value)
  return has(version, /^\d[\w.+-]*$/) && has(url, /^\w[\w.+-]*$/) && has(sha512, /^[\w+/]{86}==$/) && Number.isSafeInteger(size)
}
