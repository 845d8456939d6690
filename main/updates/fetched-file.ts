import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { coded } from '../../core/contract/errors/coded-error'

export interface FetchedFile {
  readonly version: string
  readonly path: string
  /** Signed, in base64. */
  readonly sha512: string
}

async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('base64')
}

/** electron-updater does not hash an earlier download again. Throws `update-damaged`. */
export async function fetchedOneOf(files: readonly { readonly sha512: string }[], version: string, path: string): Promise<FetchedFile> {
  const came = await sha512Of(path)
  if (files.some(({ sha512 }) => sha512 === came)) return { version, path, sha512: came }
  await rm(path, { force: true })
  throw coded('update-damaged', { version, reason: 'changed' })
}

/** Deletes both files if `copy` has changed. Throws `update-damaged`. */
export async function assertUnchanged({ version, path, sha512 }: FetchedFile, copy = path): Promise<void> {
  if ((await sha512Of(copy)) === sha512) return
  for (const changed of [copy, path]) await rm(changed, { force: true })
  throw coded('update-damaged', { version, reason: 'changed' })
}
