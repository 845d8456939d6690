import type Libsql from 'libsql'
import { coded } from '../../../core/contract/errors/coded-error'
import { isDiskFull } from '../../files/disk-space'
import type { Ground } from '../folder/ground'
import { ask } from './ask'

export type Row = Record<string, unknown>
export type Value = string | number | null

const adding = /^\s*(INSERT|UPDATE)/i
const deleting = /^\s*DELETE/i

export class Database {
  private readonly statements = new Map<string, Libsql.Statement>()
  /** undefined for a database in memory, and until the store has opened. */
  ground: Ground | undefined

  constructor(
    private readonly db: Libsql.Database,
    readonly path: string,
  ) {}

  run(sql: string, ...values: Value[]): { changes: number } {
    if (deleting.test(sql) && !this.db.inTransaction) return this.freeing(() => this.write(sql, values))
    if (adding.test(sql)) this.ground?.assertRoom()
    return this.write(sql, values)
  }
  private write(sql: string, values: Value[]): { changes: number } {
    const write = () => this.guarded(() => this.statement(sql).run(...values.map(storable)))
    return this.db.inTransaction ? write() : this.there(write)
  }
  /** Also checks before the write, because the folder may reappear. */
  private there<T>(work: () => T): T {
    this.ground?.assertThere()
    const done = work()
    this.ground?.assertThere()
    return done
  }
  get<R extends object = Row>(sql: string, ...values: Value[]): R | undefined {
    return this.guarded(() => this.statement(sql).get(...values.map(storable)) as R | undefined)
  }
  all<R extends object = Row>(sql: string, ...values: Value[]): R[] {
    return this.guarded(() => this.statement(sql).all(...values.map(storable)) as R[])
  }
  together<T>(work: () => T): T {
    const done = this.guarded(() => {
      this.db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        this.ground?.assertThere()
        this.db.exec('COMMIT')
        return result
      } catch (error) {
        if (this.db.inTransaction) this.db.exec('ROLLBACK')
        throw error
      }
    })
    this.ground?.assertThere()
    return done
  }
  freeing<T>(work: () => T): T {
    if (!this.ground) return work()
    return this.ground.freeing(() => {
      try {
        return work()
      } catch (error) {
        this.emptyLog()
        throw error
      }
    })
  }
  get tables(): string[] {
    const names = `SELECT group_concat(name) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`
    return this.ask(names).split(',')
  }
  /** Leaves no trace of the rows in the file or its log. */
  erase(): void {
    // Without `secure_delete`, triggers and foreign keys, SQLite clears whole tables quickly. VACUUM removes the traces.
    this.exec('PRAGMA secure_delete = OFF; PRAGMA foreign_keys = OFF')
    try {
      const trigger = this.get<{ sql: string }>(`SELECT sql FROM sqlite_schema WHERE name = 'search_deleted'`)
      this.freeing(() =>
        this.together(() => {
          this.db.exec(`DROP TRIGGER search_deleted; INSERT INTO message_search (message_search) VALUES ('delete-all');`)
          for (const table of this.tables) this.db.exec(`DELETE FROM ${table}`)
          if (trigger) this.db.exec(trigger.sql)
        }),
      )
      this.freeing(() => {
        this.shrink()
        this.vacuum()
      })
    } finally {
      this.exec('PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON')
    }
  }
  /** Needs as much disk space as the rows take. */
  vacuum(): void {
    this.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  }
  private emptyLog(): void {
    try {
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      console.warn('[store]', error)
    }
  }
  shrink(): void {
    for (let pages = Infinity; ; ) {
      this.exec('PRAGMA incremental_vacuum(50); PRAGMA wal_checkpoint(TRUNCATE)')
      const left = Number(this.ask('SELECT page_count FROM pragma_page_count'))
      if (left >= pages) return
      pages = left
    }
  }
  exec(sql: string): void {
    this.guarded(() => this.db.exec(sql))
  }
  ask(query: string): string {
    return this.guarded(() => ask(this.db, query))
  }
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
      this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
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

/** libsql reads a string only up to its first NUL. */
const storable = (value: Value): Value => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value)

export function asFailure(error: unknown, path: string): unknown {
  if (isDiskFull(error)) return coded('disk-full', { path })
  const code = sqliteCode(error)
  const atFault = ['SQLITE_IOERR', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_CORRUPT', 'SQLITE_NOTADB', 'SQLITE_PERM', 'SQLITE_BUSY']
  if (code && atFault.some((prefix) => code.startsWith(prefix)))
    return coded('store-failed', { path, reason: { kind: 'sqlite', quoted: (error as Error).message } })
  return error
}

export const sqliteCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : undefined
