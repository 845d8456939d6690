import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../store/sqlite/database'
import { openDatabase } from '../../store/sqlite/open-database'
import { UsageError } from './flags'

/** Reads from the app's database, which is empty if the app was never started. Throws UsageError and the errors of `openDatabase`. */
export async function fromDatabase<T>(dataFolder: string, read: (database: Database) => T | Promise<T>): Promise<T> {
  const path = join(dataFolder, 'headroom.sqlite')
  const opened = openDatabase(existsSync(path) ? path : ':memory:')
  if ('damaged' in opened)
    throw new UsageError(`the data folder cannot be read: ${opened.damaged}; start the app, which will recover what it can`)
  try {
    return await read(opened.database)
  } finally {
    opened.database.close()
  }
}
