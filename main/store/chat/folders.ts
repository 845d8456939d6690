import { randomUUID } from 'node:crypto'
import { cleanTitle } from '../../../core/contract/chat/conversations'
import type { ConversationFolder } from '../../../core/contract/conversations/folders'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Shelves } from './shelves'

/** Folders of conversations. Their names are on the disk. */
export class Folders {
  constructor(private readonly shelves: Shelves) {}

  /** In no particular order: the window sorts by the user's language. */
  list(): ConversationFolder[] {
    return this.shelves.disk.all<{ id: string; name: string }>('SELECT id, name FROM folders')
  }

  add(name: string): ConversationFolder {
    const id = randomUUID()
    this.shelves.disk.run('INSERT INTO folders (id, name) VALUES (?, ?)', id, cleanTitle(name))
    return this.read(id)
  }

  /** Throws `folder-not-found`. */
  read(id: string): ConversationFolder {
    const row = this.shelves.disk.get<{ name: string }>('SELECT name FROM folders WHERE id = ?', id)
    if (!row) throw coded('folder-not-found', {})
    return { id, name: row.name }
  }

  /** Throws `folder-not-found`. */
  rename(id: string, name: string): ConversationFolder {
    this.read(id)
    this.shelves.disk.run('UPDATE folders SET name = ? WHERE id = ?', cleanTitle(name), id)
    return this.read(id)
  }

  /** Its conversations stay, even those in the bin. Throws `folder-not-found`. */
  remove(id: string): void {
    this.read(id)
    for (const db of this.shelves.both)
      db.freeing(() =>
        db.together(() => {
          db.run('UPDATE conversations SET folder_id = NULL WHERE folder_id = ?', id)
          db.run('DELETE FROM folders WHERE id = ?', id)
        }),
      )
  }
}
