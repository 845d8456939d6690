/** One Headroom per data folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { coded } from '../../core/contract/coded-error'
import { type FileLock, lockFile } from './file-lock'

/** `who`: words for the next one who comes, e.g. `desktop app, process 4711`. Throws `data-folder-in-use`, `store-failed`. */
export function lockDataFolder(folder: string, who: string): FileLock {
  const lock = tryLock(folder)
  if (!lock) throw coded('data-folder-in-use', { path: folder, by: holder(folder) })
  writeFileSync(join(folder, 'in-use-by.txt'), who)
  return lock
}

function tryLock(folder: string): FileLock | undefined {
  try {
    mkdirSync(folder, { recursive: true })
    return lockFile(join(folder, 'in-use.lock'))
  } catch (error) {
    throw coded('store-failed', { path: folder, reason: error instanceof Error ? error.message : String(error) })
  }
}

function holder(folder: string): string {
  try {
    return readFileSync(join(folder, 'in-use-by.txt'), 'utf8')
  } catch {
    return 'another process'
  }
}
