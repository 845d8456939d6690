/**
 * A lock of the operating system, on a small SQLite file: it goes when its holder goes, however that ends, and never
 * has to be cleaned up.
 */
import { sqliteCode } from './database'
import { openLibsql } from './open-libsql'

export interface FileLock {
  release(): void
}

/** undefined: another process has it. Throws SQLite's own errors for a place that cannot be written. */
export function lockFile(path: string): FileLock | undefined {
  const db = openLibsql(path, { timeout: 200 })
  try {
    db.exec('BEGIN EXCLUSIVE')
    return { release: () => db.close() }
  } catch (error) {
    db.close()
    if (sqliteCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
}
