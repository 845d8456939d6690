/** Keys are stored as SHA-256 hashes: a key has 192 random bits, so a slow hash would protect nothing more. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

export const storedKey = z.object({
  name: z.string().min(1).max(64),
  /** The SHA-256 hash, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The last characters of the key, by which a user recognizes it. */
  ending: z.string().max(4),
  createdAtMs: z.number().nonnegative(),
})
export type StoredKey = z.infer<typeof storedKey>

const hashOf = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest()

export const newKey = (): string => `hr-${randomBytes(24).toString('base64url')}`

export const keyToStore = (name: string, key: string, now = Date.now()): StoredKey => ({
  name,
  hash: hashOf(key).toString('hex'),
  ending: key.slice(-4),
  createdAtMs: now,
})

/** Returns the name of the key. Compares with all keys, each in constant time. */
export function nameOfKey(keys: readonly StoredKey[], given: string): string | undefined {
  const hash = hashOf(given)
  let name: string | undefined
  for (const key of keys) if (timingSafeEqual(hash, Buffer.from(key.hash, 'hex'))) name = key.name
  return name
}
