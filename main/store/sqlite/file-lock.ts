/** The system releases the lock when the process ends. */
import { sqliteCode } from './database'
import { openLibsql } from './open-libsql'

export interface FileLock {
  release(): void
}

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
