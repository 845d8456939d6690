import type { Database } from '../sqlite/database'

export class Shelves {
  constructor(
    readonly disk: Database,
    readonly memory: Database,
  ) {}

  get both(): readonly Database[] {
    return [this.disk, this.memory]
  }
  forNew(isPrivate: boolean): Database {
    return isPrivate ? this.memory : this.disk
  }
  ofConversation(id: string): Database {
    return this.memory.get('SELECT 1 AS found FROM conversations WHERE id = ?', id) ? this.memory : this.disk
  }
  /** Every database that has some of the conversations, with their ids. */
  byDatabase(ids: readonly string[]): readonly (readonly [Database, readonly string[]])[] {
    return this.both.flatMap((db) => {
      const own = ids.filter((id) => this.ofConversation(id) === db)
      return own.length > 0 ? [[db, own] as const] : []
    })
  }
  ofMessage(id: string): Database {
    return this.memory.get('SELECT 1 AS found FROM messages WHERE id = ?', id) ? this.memory : this.disk
  }
}
