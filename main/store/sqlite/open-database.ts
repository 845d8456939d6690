/** A sent message must survive a power failure, so every commit is on the disk when it returns (WAL, synchronous FULL). */
import type Libsql from 'libsql'
import { coded } from '../../../core/contract/errors/coded-error'
import { ask } from './ask'
import { asFailure, Database, sqliteCode } from './database'
import { migrations } from './migrations'
import { openLibsql } from './open-libsql'

export type Opened =
  | {
      readonly database: Database
      readonly indexRebuilt: boolean
    }
  | { readonly damaged: string }

const indexFault = 'malformed inverted index for FTS5 table main.message_search'

/** Closes a damaged file. Throws `data-from-newer-version`, `disk-full`, `store-failed`, `vc-runtime-missing`. */
export function openDatabase(path: string): Opened {
  let db: Libsql.Database | undefined
  try {
    db = openLibsql(path, { timeout: 5000 })
    // Affects an existing file only after its next VACUUM.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
    const version = Number(ask(db, 'SELECT user_version FROM pragma_user_version'))
    if (version > migrations.length) throw coded('data-from-newer-version', { path, found: version, known: migrations.length })
    let fault = faultOf(db)
    const indexRebuilt = fault === indexFault
    if (fault === undefined || indexRebuilt) migrate(db, version)
    if (indexRebuilt) {
      db.exec(`INSERT INTO message_search (message_search) VALUES ('rebuild')`)
      fault = faultOf(db)
    }
    if (fault === undefined) return { database: new Database(db, path), indexRebuilt }
    db.close()
    return { damaged: fault }
  } catch (error) {
    db?.close()
    const code = sqliteCode(error)
    if (code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT')) return { damaged: (error as Error).message }
    throw asFailure(error, path)
  }
}

function faultOf(db: Libsql.Database): string | undefined {
  const found = ask(db, `SELECT group_concat(quick_check, '; ') FROM pragma_quick_check(5)`)
  return found === 'ok' ? undefined : found
}

function migrate(db: Libsql.Database, from: number): void {
  for (let step = from; step < migrations.length; step++)
    try {
      db.exec(`BEGIN EXCLUSIVE; ${migrations[step]}; PRAGMA user_version = ${step + 1}; COMMIT`)
    } catch (error) {
      // SQLite rolls back automatically when the disk is full.
      if (db.inTransaction) db.exec('ROLLBACK')
      throw error
    }
}
