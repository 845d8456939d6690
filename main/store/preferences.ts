/** Readers validate the values. */
import type { Database } from './sqlite/database'

export class Preferences {
  constructor(private readonly db: Database) {}

  get(key: string): unknown {
    const row = this.db.get<{ value: string }>('SELECT value FROM preferences WHERE key = ?', key)
    if (!row) return undefined
    try {
      return JSON.parse(row.value)
    } catch {
      return undefined
    }
  }
  remove(key: string): void {
    this.db.run('DELETE FROM preferences WHERE key = ?', key)
  }
  set(key: string, value: unknown): void {
    this.db.run(
      'INSERT INTO preferences (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      key,
      JSON.stringify(value),
    )
  }
}
