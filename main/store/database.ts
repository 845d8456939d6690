/**
 * The SQLite file behind everything that is kept: opened, checked, brought to today's shape.
 *
 * Durable on purpose: every commit is on the disk when it returns (WAL, synchronous FULL), because a message
 * that was shown as sent must survive a power cut.
 */
import { renameSync } from 'node:fs'
import Libsql from 'libsql'
import { coded } from '../../core/contract/coded-error'
import { migrations } from './migrations'

export type Row = Record<string, unknown>
export type Value = string | number | null

export class Database {
  private readonly statements = new Map<string, Libsql.Statement>()

  constructor(
    private readonly db: Libsql.Database,
    readonly path: string,
  ) {}

  run(sql: string, ...values: Value[]): { changes: number } {
    return this.guarded(() => this.statement(sql).run(...values))
  }
  get<R extends object = Row>(sql: string, ...values: Value[]): R | undefined {
    return this.guarded(() => this.statement(sql).get(...values) as R | undefined)
  }
  all<R extends object = Row>(sql: string, ...values: Value[]): R[] {
    return this.guarded(() => this.statement(sql).all(...values) as R[])
  }
  /** All of it, or nothing. */
  together<T>(work: () => T): T {
    return this.guarded(() => {
      this.db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.db.exec('COMMIT')
        return result
      } catch (error) {
        // A full disk makes SQLite roll back by itself, and a second time would be an error of its own.
        if (this.db.inTransaction) this.db.exec('ROLLBACK')
        throw error
      }
    })
  }
  /** Every row of every table goes, and nothing of them stays in the file or in its log. */
  erase(): void {
    this.together(() => {
      this.db.exec(
        `INSERT INTO message_search (message_search) VALUES ('delete-all');
         DROP TRIGGER search_deleted;
         DELETE FROM messages; DELETE FROM conversations; DELETE FROM models; DELETE FROM model_settings; DELETE FROM preferences;
         DELETE FROM bench_cells; DELETE FROM bench_runs;
         DELETE FROM library_folders; DELETE FROM model_stamps; DELETE FROM transfers; DELETE FROM chat_templates;
         CREATE TRIGGER search_deleted AFTER DELETE ON messages WHEN old.state <> 'streaming'
         BEGIN INSERT INTO message_search (message_search, rowid, text) VALUES ('delete', old.seq, old.text); END;`,
      )
    })
    this.guarded(() => {
      this.db.exec('VACUUM')
      this.db.pragma('wal_checkpoint(TRUNCATE)')
    })
  }
  /** A setting of SQLite itself. */
  pragma(source: string): void {
    this.db.pragma(source)
  }
  get isOpen(): boolean {
    return this.db.open
  }
  close(): void {
    if (!this.db.open) return
    this.statements.clear()
    try {
      // The file alone then holds everything, for whoever copies it.
      this.db.pragma('wal_checkpoint(TRUNCATE)')
    } catch (error) {
      // A full disk: the log beside the file holds it, and the next start reads both.
      console.warn('[store]', error)
    }
    this.db.close()
  }

  private statement(sql: string): Libsql.Statement {
    let statement = this.statements.get(sql)
    if (!statement) {
      statement = this.db.prepare(sql)
      this.statements.set(sql, statement)
    }
    return statement
  }

  private guarded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw asFailure(error, this.path)
    }
  }
}

/** The disk's failures get a code; a mistake in our own SQL stays a bug. */
function asFailure(error: unknown, path: string): unknown {
  const code = sqliteCode(error)
  if (code === 'SQLITE_FULL') return coded('disk-full', { path })
  const atFault = ['SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_PERM', 'SQLITE_BUSY']
  if (code && atFault.some((prefix) => code.startsWith(prefix))) return coded('store-failed', { path, reason: (error as Error).message })
  return error
}

export const sqliteCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined

export type Opened = { readonly database: Database } | { readonly damaged: string }

/** Opens or creates the file, or says what is wrong with it. Throws `data-from-newer-version`, `disk-full`, `store-failed`. */
export function openDatabase(path: string): Opened {
  let db: Libsql.Database | undefined
  try {
    db = new Libsql(path, { timeout: 5000 })
    db.pragma('journal_mode = WAL')
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    const [check] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    if (check?.quick_check !== 'ok') {
      db.close()
      return { damaged: check?.quick_check ?? 'it cannot be read' }
    }
    migrate(db, path)
    return { database: new Database(db, path) }
  } catch (error) {
    db?.close()
    const code = sqliteCode(error)
    if (code === 'SQLITE_NOTADB' || code?.startsWith('SQLITE_CORRUPT')) return { damaged: (error as Error).message }
    throw asFailure(error, path)
  }
}

function migrate(db: Libsql.Database, path: string): void {
  const { user_version: found } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (found > migrations.length) throw coded('data-from-newer-version', { path, found, known: migrations.length })
  for (let step = found; step < migrations.length; step++)
    db.transaction(() => {
      db.exec(migrations[step] as string)
      db.pragma(`user_version = ${step + 1}`)
    }).exclusive()
}

/** Moves a damaged file out of the way, never deletes it. Returns where it lies now. */
export function setAside(path: string): string {
  const aside = path.replace(/\.sqlite$/, `-damaged-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`)
  renameSync(path, aside)
  for (const suffix of ['-wal', '-shm'])
    try {
      renameSync(path + suffix, aside + suffix)
    } catch (error) {
      // There is not always one.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  return aside
}
