/**
 * SQLite keeps deleted text in free pages and the search index. `secure_delete` misses copies of rows that moved between pages (22 of 1,125
 * deleted words remained). VACUUM removes them. A deleting transaction requests a sweep, so a full disk or a crash only postpones it.
 */
import type { Database } from './database'

const key = 'unswept'

/** Call in the transaction that deletes the rows. */
export const requestSweep = (db: Database): void =>
  db.exec(`INSERT INTO preferences (key, value) VALUES ('${key}', 'true') ON CONFLICT (key) DO NOTHING`)

/** May throw `disk-full` or `store-failed`. The sweep then remains requested. */
export function sweep(db: Database): void {
  // A prepared statement would keep the file open, and Windows cannot move an open file.
  if (db.ask(`SELECT count(*) FROM preferences WHERE key = '${key}'`) === '0') return
  db.exec('PRAGMA secure_delete = OFF')
  try {
    db.exec(`INSERT INTO message_search (message_search) VALUES ('optimize')`)
    db.vacuum()
  } finally {
    db.exec('PRAGMA secure_delete = ON')
  }
  db.exec(`DELETE FROM preferences WHERE key = '${key}'`)
}
