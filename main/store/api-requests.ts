/** Prompts and answers of the API server's requests, if the user wants them stored. Readers validate the values. */
import type { Database } from './sqlite/database'
import { requestSweep } from './sqlite/sweep'

export class ApiRequests {
  constructor(private readonly db: Database) {}

  /** JSON, the oldest first. */
  all(): string[] {
    return this.db.all<{ value: string }>('SELECT value FROM api_requests ORDER BY seq').map(({ value }) => value)
  }

  /** Throws `disk-full`, `store-failed`. */
  add(id: string, value: string): void {
    this.db.run('INSERT OR REPLACE INTO api_requests (id, value) VALUES (?, ?)', id, value)
  }

  remove(id: string): void {
    this.db.run('DELETE FROM api_requests WHERE id = ?', id)
  }

  removeAll(): void {
    if (this.db.get('SELECT 1 AS one FROM api_requests LIMIT 1') === undefined) return
    this.db.freeing(() =>
      this.db.together(() => {
        this.db.run('DELETE FROM api_requests')
        requestSweep(this.db)
      }),
    )
  }
}
