/**
 * Where a conversation is kept: on the disk, or in memory alone if it is private.
 *
 * Both are databases of the same shape. What is never written to the disk need not be removed from it: not from its free pages, nor from
 * its log, its search index or a copy of a damaged file.
 */
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
