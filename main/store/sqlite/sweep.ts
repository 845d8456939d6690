/**
 * What was deleted for good leaves nothing readable in the file.
 *
 * SQLite keeps deleted text in free pages, and the search index keeps deleted words until it is merged. `secure_delete` overwrites most of it
 * at once, but not the copies that stay where rows were moved between pages: of 1,125 words that were searched for after random deletions
 * 22 were still there with it, and none after a VACUUM. So both. What is still to be swept is noted in the file itself, in the transaction
 * that deletes: a disk without room for it, or a crash, only postpones it.
 */
import type { Database } from './database'

const key = 'unswept'

/** To be called in the transaction that deletes. */
export const oweSweep = (db: Database): void =>
  db.exec(`INSERT INTO preferences (key, value) VALUES ('${key}', 'true') ON CONFLICT (key) DO NOTHING`)

/** Does nothing where nothing was deleted. Throws `disk-full` and `store-failed`: then it is still to be done. */
export function sweep(db: Database): void {
  // Without prepared statements: on Windows they would hold a file that is moved next, as one that was saved from a damaged one is.
  if (db.ask(`SELECT count(*) FROM preferences WHERE key = '${key}'`) === '0') return
  // The VACUUM leaves nothing: to overwrite first would take as much room.
  db.exec('PRAGMA secure_delete = OFF')
  try {
    db.exec(`INSERT INTO message_search (message_search) VALUES ('optimize')`)
    db.vacuum()
  } finally {
    db.exec('PRAGMA secure_delete = ON')
  }
  db.exec(`DELETE FROM preferences WHERE key = '${key}'`)
}
