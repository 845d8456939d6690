import type Libsql from 'libsql'

/**
 * Returns a query's single value as text, or '' if it has no result.
 *
 * libsql keeps a file open until its statements are garbage-collected, and Windows cannot rename an open file. `exec` leaves no statement
 * open but returns nothing, so the value is in the error about an invalid JSON path.
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
