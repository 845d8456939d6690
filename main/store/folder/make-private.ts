/**
 * Makes files of an older Headroom private: folders 0700, files 0600. New files are private through `umask 077`. On Windows a user's
 * folders are private.
 */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Names of Headroom's own files; others in the folder stay unchanged. */
const ourFiles = /^(headroom.*\.sqlite(-wal|-shm|-journal)?|in-use\.lock(-journal)?|in-use-by\.txt|reserve)$/
const ourFolders = ['sessions', 'models'] as const

/** Model files keep their modes: their folder is closed. */
export function makeDataPrivate(folder: string): void {
  makePrivate(folder)
  for (const name of namesIn(folder)) if (ourFiles.test(name)) makePrivate(join(folder, name))
  for (const name of ourFolders) makePrivate(join(folder, name))
  const sessions = join(folder, 'sessions')
  for (const name of namesIn(sessions)) makePrivate(join(sessions, name))
}

/** Skips links and folders that all accounts share, such as /tmp. */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink() || (stats.mode & 0o1000) !== 0 || (stats.mode & 0o077) === 0) return
  try {
    chmodSync(path, stats.mode & 0o700)
  } catch (error) {
    // Another account's, or a read-only disk: opening it will report whether it is usable.
    console.warn('[data]', error)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Opening it will report the problem.
    return []
  }
}
