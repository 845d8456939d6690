import type Libsql from 'libsql'

/**
 * Returns a query's single value as text, without a prepared statement; '' if there is none.
 *
 * libsql finalizes a statement only when it is garbage-collected, and until then the file stays open, even after `close()`. Windows cannot
 * rename or delete an open file, so a damaged database could not be set aside. `exec` leaves nothing open. It returns nothing either, but
 * its errors carry text: the query fails on an invalid JSON path that contains the value.
 */
export function ask(db: Libsql.Database, query: string): string {
  try {
    db.exec(`SELECT json_extract('{}', '=' || coalesce((${query}), ''))`)
  } catch (error) {
    const [, answer] = /^bad JSON path: '=(.*)'$/s.exec((error as Error).message) ?? []
    if (answer !== undefined) return answer.replaceAll("''", "'")
    throw error
  }
  throw new Error(`Expected an error with the answer to ${query}`)
}
