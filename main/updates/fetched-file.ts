/** The file of an update, from when it has come to when it is run. It lies in a cache folder meanwhile, where other programs may write too. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { coded } from '../../core/contract/errors/coded-error'

export interface FetchedFile {
  readonly version: string
  readonly path: string
  /** In base64: the one that was signed. */
  readonly sha512: string
}

async function sha512Of(path: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece)
  return hash.digest('base64')
}

/**
 * What came, which has to be one of the signed files; else it is taken away. (What electron-updater has fetched before, it does not hash
 * again.) Throws `update-damaged`, and node's errors of files.
 */
export async function fetchedOneOf(files: readonly { readonly sha512: string }[], version: string, path: string): Promise<FetchedFile> {
  const came = await sha512Of(path)
  if (files.some(({ sha512 }) => sha512 === came)) return { version, path, sha512: came }
  await rm(path, { force: true })
  throw coded('update-damaged', { version, reason: 'changed' })
}

/**
 * Throws `update-damaged` where `path` is not the file that was signed, and node's errors of files. It is taken away then, and what was
 * fetched with it, if this is a copy: the next download begins anew.
 */
export async function assertUnchanged({ version, path, sha512 }: FetchedFile, copy = path): Promise<void> {
  if ((await sha512Of(copy)) === sha512) return
  for (const spoilt of [copy, path]) await rm(spoilt, { force: true })
  throw coded('update-damaged', { version, reason: 'changed' })
}
