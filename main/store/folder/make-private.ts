/**
 * Keeps other accounts of this machine out of what an earlier Headroom left: folders 0700, files 0600. New files need no such care, because
 * every process of Headroom begins with `umask 077`. On Windows a user's folders are that user's alone.
 */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** What Headroom itself puts into a data folder. Someone may have named a folder that has other files too: they stay as they are. */
const ourFiles = /^(headroom.*\.sqlite(-wal|-shm|-journal)?|in-use\.lock(-journal)?|in-use-by\.txt|reserve)$/
const ourFolders = ['sessions', 'models'] as const

/** A data folder, which exists. The model files in it stay as they are: the folder around them is closed. */
export function makeDataPrivate(folder: string): void {
  makePrivate(folder)
  for (const name of namesIn(folder)) if (ourFiles.test(name)) makePrivate(join(folder, name))
  for (const name of ourFolders) makePrivate(join(folder, name))
  const sessions = join(folder, 'sessions')
  for (const name of namesIn(sessions)) makePrivate(join(sessions, name))
}

/** A folder or file; a link is left alone, and so is a folder that all accounts share, as /tmp is. */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink() || (stats.mode & 0o1000) !== 0 || (stats.mode & 0o077) === 0) return
  try {
    chmodSync(path, stats.mode & 0o700)
  } catch (error) {
    // Another account owns it, or the disk is read-only: whether it can be used is for its opener to say.
    console.warn('[data]', error)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // There is no such folder, or its opener will say what is wrong with it.
    return []
  }
}
