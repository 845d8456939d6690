/** Copies every readable row. Reads only with `exec`: see ./sqlite/ask.ts. */
import { failureOf } from '../../core/contract/errors/coded-error'
import type { Database } from './sqlite/database'
import { renameBenchCodes } from './sqlite/migrations'
import { requestSweep } from './sqlite/sweep'

export interface Salvaged {
  readonly conversations: number
  readonly messages: number
}

const rowsAtOnce = 100
const formerNames: Readonly<Record<string, string>> = { compare_runs: 'bench_runs', compare_cells: 'bench_cells' }
/** If the highest row id is unreadable, the copy of a table ends after this many unreadable ids. */
const longestGap = 20_000

/** Throws `disk-full` and `store-failed` for the new database. */
export function salvage(damagedPath: string, into: Database): Salvaged {
  if (!attempt(() => into.exec(`ATTACH '${damagedPath.replaceAll("'", "''")}' AS damaged`))) return countsOf(into)
  // A row may come before the row that it references.
  into.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF')
  for (const table of into.tables) copyTable(into, table)
  into.exec(renameBenchCodes)
  adoptOrphans(into)
  into.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_checkpoint(TRUNCATE)')
  attempt(() => into.exec('DETACH damaged'))
  return countsOf(into)
}

function copyTable(db: Database, table: string, source = table): void {
  const columns = columnsOf(db, table, source)
  if (columns === '') {
    const former = formerNames[source]
    if (former) copyTable(db, table, former)
    return
  }
  const last = lastRowId(db, source)
  let lastFound = 0
  const copy = (from: number, to: number): boolean => {
    const rows = `SELECT ${columns} FROM damaged.${source} WHERE rowid BETWEEN ${from} AND ${to}`
    if (!attempt(() => db.exec(`INSERT OR IGNORE INTO main.${table} (${columns}) ${rows}`))) return false
    if (db.ask('SELECT changes()') !== '0') lastFound = to
    return true
  }
  for (let from = 1; from <= (last ?? lastFound + longestGap); from += rowsAtOnce) {
    const to = from + rowsAtOnce - 1
    if (!copy(from, to)) for (let rowId = from; rowId <= to; rowId++) copy(rowId, rowId)
  }
}

function columnsOf(db: Database, table: string, source: string): string {
  let columns = ''
  attempt(() => {
    columns = db.ask(
      `SELECT group_concat(name, ', ') FROM pragma_table_info('${table}', 'main') WHERE name IN (SELECT name FROM pragma_table_info('${source}', 'damaged'))`,
    )
  })
  return columns
}

function lastRowId(db: Database, table: string): number | undefined {
  let last: number | undefined
  attempt(() => {
    last = Number(db.ask(`SELECT max(rowid) FROM damaged.${table}`))
  })
  return last
}

function adoptOrphans(db: Database): void {
  db.exec(
    `INSERT INTO conversations (id, title, leaf_id, created_at, changed_at)
     SELECT conversation_id, 'Recovered conversation', id, min(created_at), max(created_at) FROM
       (SELECT * FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations) ORDER BY seq DESC) GROUP BY conversation_id`,
  )
  const orphans = db.ask(
    `SELECT group_concat('DELETE FROM main.' || "table" || ' WHERE rowid = ' || rowid, ';') FROM pragma_foreign_key_check`,
  )
  db.exec(orphans)
  // Older versions kept private conversations on the disk.
  db.exec('DELETE FROM messages WHERE conversation_id IN (SELECT id FROM conversations WHERE is_private = 1)')
  db.exec('DELETE FROM conversations WHERE is_private = 1')
  requestSweep(db)
}

const countsOf = (db: Database): Salvaged => ({
  conversations: Number(db.ask('SELECT count(*) FROM conversations WHERE removed_at IS NULL')),
  messages: Number(
    db.ask('SELECT count(*) FROM messages WHERE conversation_id IN (SELECT id FROM conversations WHERE removed_at IS NULL)'),
  ),
})

/** Returns false if a damaged page prevents the work. Throws `disk-full`. */
function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (failureOf(error)?.code === 'disk-full') throw error
    return false
  }
}
