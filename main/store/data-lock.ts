/**
 * One Headroom per data folder. The lock is a lock of the operating system (on a small SQLite file), so it
 * goes when its holder goes, however that ends, and never has to be cleaned up.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { coded } from '../../core/contract/coded-error'
import { sqliteCode } from './database'

export interface DataLock {
  release(): void
}

/** `who`: words for the next one who comes, e.g. `desktop app, process 4711`. Throws `data-folder-in-use`, `store-failed`. */
export function lockDataFolder(folder: string, who: string): DataLock {
  try {
    mkdirSync(folder, { recursive: true })
    const db = new Libsql(join(folder, 'in-use.lock'), { timeout: 200 })
    db.exec('BEGIN EXCLUSIVE')
    writeFileSync(join(folder, 'in-use-by.txt'), who)
    return { release: () => db.close() }
  } catch (error) {
    if (sqliteCode(error) === 'SQLITE_BUSY') throw coded('data-folder-in-use', { path: folder, by: holder(folder) })
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
