/** For existing files. New files are private because of `umask 077`. On Windows, the user's folders are already private. */
import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const ourFiles = /^(headroom.*\.sqlite(-wal|-shm|-journal)?|in-use\.lock(-journal)?|in-use-by\.txt|reserve)$/
const ourFolders = ['sessions', 'models'] as const

export function makeDataPrivate(folder: string): void {
  makePrivate(folder)
  for (const name of namesIn(folder)) if (ourFiles.test(name)) makePrivate(join(folder, name))
  for (const name of ourFolders) makePrivate(join(folder, name))
  const sessions = join(folder, 'sessions')
  for (const name of namesIn(sessions)) makePrivate(join(sessions, name))
}

/** Skips links and shared folders such as /tmp. */
export function makePrivate(path: string): void {
  if (process.platform === 'win32') return
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (!stats || stats.isSymbolicLink() || (stats.mode & 0o1000) !== 0 || (stats.mode & 0o077) === 0) return
  try {
    chmodSync(path, stats.mode & 0o700)
  } catch (error) {
    console.warn('[data]', error)
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
