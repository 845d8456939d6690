import type Libsql from 'libsql'

/**
 * The one value of a query, as text, without a prepared statement. '' where there is none.
 *
 * libsql finalizes a statement when it is collected as garbage, and until then the file stays open, also after `close()`. Windows neither
 * renames nor deletes an open file, so a damaged database could not be set aside. `exec` leaves nothing open. It returns nothing either,
 * but its errors carry text: here that of a JSON path which is no path.
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
