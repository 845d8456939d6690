/**
 * Copies what can still be read out of a damaged database into a new one: every table that the new one has, row by row where it must be.
 *
 * The damaged file is attached to the new database and read by `exec` alone, so nothing of it is open afterwards: see ./sqlite/ask.ts.
 */
import { failureOf } from '../../core/contract/errors/coded-error'
import type { Database } from './sqlite/database'
import { oweSweep } from './sqlite/sweep'

/** What is in the list of conversations: what was deleted before is in the bin. */
export interface Salvaged {
  readonly conversations: number
  readonly messages: number
}

/** Rows that are copied at once, as long as none of them stands on a damaged page. */
const rowsAtOnce = 100
/** Where the highest row id stands on a damaged page: row ids without a readable row after which a table is taken to have ended. */
const longestGap = 20_000

/** Throws `disk-full` and `store-failed` of the new database. */
export function salvage(damagedPath: string, into: Database): Salvaged {
  if (!attempt(() => into.exec(`ATTACH '${damagedPath.replaceAll("'", "''")}' AS damaged`))) return countsOf(into)
  // One wait for the disk at the end instead of one per row; and a row may come before the row that it belongs to.
  into.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF')
  for (const table of into.tables) copyTable(into, table)
  mend(into)
  into.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA wal_checkpoint(TRUNCATE)')
  attempt(() => into.exec('DETACH damaged'))
  return countsOf(into)
}

function copyTable(db: Database, table: string): void {
  const columns = columnsOf(db, table)
  if (columns === '') return
  const last = lastRowId(db, table)
  let lastFound = 0
  /** Returns whether all of them could be read. */
  const copy = (from: number, to: number): boolean => {
    const rows = `SELECT ${columns} FROM damaged.${table} WHERE rowid BETWEEN ${from} AND ${to}`
    if (!attempt(() => db.exec(`INSERT OR IGNORE INTO main.${table} (${columns}) ${rows}`))) return false
    if (db.ask('SELECT changes()') !== '0') lastFound = to
    return true
  }
  for (let from = 1; from <= (last ?? lastFound + longestGap); from += rowsAtOnce) {
    const to = from + rowsAtOnce - 1
    if (!copy(from, to)) for (let rowId = from; rowId <= to; rowId++) copy(rowId, rowId)
  }
}

/** What both databases have of a table: the damaged one may be of an older shape. '' where it has no such table. */
function columnsOf(db: Database, table: string): string {
  let columns = ''
  attempt(() => {
    columns = db.ask(
      `SELECT group_concat(name, ', ') FROM pragma_table_info('${table}', 'main') WHERE name IN (SELECT name FROM pragma_table_info('${table}', 'damaged'))`,
    )
  })
  return columns
}

/** undefined: it stands on a damaged page. */
function lastRowId(db: Database, table: string): number | undefined {
  let last: number | undefined
  attempt(() => {
    last = Number(db.ask(`SELECT max(rowid) FROM damaged.${table}`))
  })
  return last
}

/** A message whose conversation was on a damaged page gets a new one: no message is left behind. Other rows without what they belong to are of no use. */
function mend(db: Database): void {
  db.exec(
    `INSERT INTO conversations (id, title, leaf_id, created_at, changed_at)
     SELECT conversation_id, 'Recovered conversation', id, min(created_at), max(created_at) FROM
       (SELECT * FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations) ORDER BY seq DESC) GROUP BY conversation_id`,
  )
  const orphans = db.ask(
    `SELECT group_concat('DELETE FROM main.' || "table" || ' WHERE rowid = ' || rowid, ';') FROM pragma_foreign_key_check`,
  )
  db.exec(orphans)
  // From before private conversations were kept in memory alone.
  db.exec('DELETE FROM messages WHERE conversation_id IN (SELECT id FROM conversations WHERE is_private = 1)')
  db.exec('DELETE FROM conversations WHERE is_private = 1')
  // Their text is still in free pages and in the index.
  oweSweep(db)
}

const countsOf = (db: Database): Salvaged => ({
  conversations: Number(db.ask('SELECT count(*) FROM conversations WHERE removed_at IS NULL')),
  messages: Number(
    db.ask('SELECT count(*) FROM messages WHERE conversation_id IN (SELECT id FROM conversations WHERE removed_at IS NULL)'),
  ),
})

/** What a damaged page makes impossible is skipped: everything else is worth having. Returns whether it was possible. Throws `disk-full`. */
function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (failureOf(error)?.code === 'disk-full') throw error
    return false
  }
}
