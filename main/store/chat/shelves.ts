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
  ofMessage(id: string): Database {
    return this.memory.get('SELECT 1 AS found FROM messages WHERE id = ?', id) ? this.memory : this.disk
  }
}
