/** Stored in a file of the data folder, because `headroom serve --api` opens no database. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../../files/replace-file'
import { keyToStore, newKey, type StoredKey, storedKey } from './api-keys'

export const keyFileName = 'api-keys.json'
const keyFile = z.object({ keys: z.array(storedKey) })

/** A missing or damaged file has no keys, so no client gets in. */
export function readKeys(folder: string): readonly StoredKey[] {
  try {
    return keyFile.parse(JSON.parse(readFileSync(join(folder, keyFileName), 'utf8'))).keys
  } catch {
    return []
  }
}

/** Returns the key, which is shown once. A key of the same name is replaced. */
export function addKey(folder: string, name: string): string {
  const key = newKey()
  writeKeys(folder, [...readKeys(folder).filter((other) => other.name !== name), keyToStore(name, key)])
  return key
}

/** Returns false if no key has the name. */
export function revokeKey(folder: string, name: string): boolean {
  const keys = readKeys(folder)
  const others = keys.filter((key) => key.name !== name)
  if (others.length < keys.length) writeKeys(folder, others)
  return others.length < keys.length
}

const writeKeys = (folder: string, keys: readonly StoredKey[]): void =>
  replaceFile(join(folder, keyFileName), `${JSON.stringify({ keys }, undefined, 2)}\n`)
