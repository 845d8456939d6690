import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { makeDataPrivate } from '../folder/make-private'
import { asFailure } from './database'
import { type FileLock, lockFile } from './file-lock'

/**
 * `who`, for the next process, e.g. `desktop app, process 4711`. Throws `data-folder-in-use`, `disk-full`, `store-failed`,
 * `vc-runtime-missing`.
 */
export function lockDataFolder(folder: string, who: string): FileLock {
  const lock = tryLock(folder)
  if (!lock) throw coded('data-folder-in-use', { path: folder, by: holder(folder) })
  try {
    writeFileSync(join(folder, 'in-use-by.txt'), who)
  } catch (error) {
    // The text is optional.
    console.warn('[data]', error)
  }
  return lock
}

function tryLock(folder: string): FileLock | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
    makeDataPrivate(folder)
    return lockFile(join(folder, 'in-use.lock'))
  } catch (error) {
    const failure = asFailure(error, folder)
    if (failureOf(failure)) throw failure
    throw coded('store-failed', { path: folder, reason: whyNotWritable(error) })
  }
}

function whyNotWritable(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EROFS') return 'the disk is read-only'
  // Node's code if a folder's parents cannot be created, also on a read-only disk.
  if (code === 'ENOENT') return 'the folder cannot be made'
  return code === 'EACCES' || code === 'EPERM' ? 'this account may not write there' : message
}

function holder(folder: string): string {
  try {
    return readFileSync(join(folder, 'in-use-by.txt'), 'utf8')
  } catch {
    return 'another process'
  }
}
