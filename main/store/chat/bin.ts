import type { BinnedConversation } from '../../../core/contract/chat/conversations'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Database } from '../sqlite/database'
import { requestSweep, sweep } from '../sqlite/sweep'
import type { Shelves } from './shelves'

const dayMs = 24 * 60 * 60 * 1000
const keptMs = 7 * dayMs
/** Deletion waits this long after the app first sees that the last day has begun, because a clock can jump. */
const lastDayMs = dayMs

interface BinRow {
  id: string
  title: string
  is_private: number
  removed_at: number
  due_at: number | null
  messages: number
}

export class Bin {
  constructor(private readonly shelves: Shelves) {}

  list(): BinnedConversation[] {
    const rows = this.shelves.both.flatMap((db) =>
      db.all<BinRow>(
        `SELECT id, title, is_private, removed_at, due_at, (SELECT count(*) FROM messages WHERE conversation_id = conversations.id) AS messages
         FROM conversations WHERE removed_at IS NOT NULL`,
      ),
    )
    return rows.sort((left, right) => right.removed_at - left.removed_at).map(binned)
  }

  /** Throws `conversation-not-found`, even if only one of the conversations is not in the bin. */
  removeForGood(...ids: readonly string[]): void {
    const databases = this.shelves.byDatabase(ids)
    for (const [db, own] of databases)
      for (const id of own)
        if (!db.get('SELECT 1 AS found FROM conversations WHERE id = ? AND removed_at IS NOT NULL', id))
          throw coded('conversation-not-found', { conversationId: id })
    for (const [db, own] of databases) db.freeing(() => removeAll(db, own))
    this.tidy()
  }

  empty(): void {
    for (const db of this.shelves.both) {
      const ids = db.all<{ id: string }>('SELECT id FROM conversations WHERE removed_at IS NOT NULL').map(({ id }) => id)
      if (ids.length > 0) db.freeing(() => removeAll(db, ids))
    }
    this.tidy()
  }

  look(): number {
    const now = Date.now()
    const { disk } = this.shelves
    const gone = disk.freeing(() =>
      disk.together(() => {
        // The clock was ahead when the conversation was removed, so its week begins now.
        disk.run('UPDATE conversations SET removed_at = ? WHERE removed_at > ?', now, now)
        disk.run('UPDATE conversations SET changed_at = ? WHERE changed_at > ?', now, now)
        disk.run('UPDATE conversations SET due_at = NULL WHERE due_at IS NOT NULL AND removed_at > ?', now - keptMs + lastDayMs)
        disk.run(
          'UPDATE conversations SET due_at = ? WHERE removed_at <= ? AND (due_at IS NULL OR due_at > ?)',
          now,
          now - keptMs + lastDayMs,
          now,
        )
        const { changes } = disk.run('DELETE FROM conversations WHERE removed_at <= ? AND due_at <= ?', now - keptMs, now - lastDayMs)
        if (changes > 0) requestSweep(disk)
        return changes
      }),
    )
    this.tidy()
    return gone
  }

  /** If the disk lacks the space for a sweep, releases free pages. A later check repeats the sweep. */
  tidy(): void {
    const { disk } = this.shelves
    try {
      disk.freeing(() => sweep(disk))
    } catch (error) {
      console.warn('[store]', error)
      this.shrink(disk)
    }
  }
  private shrink(disk: Database): void {
    try {
      disk.freeing(() => disk.shrink())
    } catch (error) {
      console.warn('[store]', error)
    }
  }
}

/** Deletes message by message if the disk lacks the space for the log. */
function removeAll(db: Database, ids: readonly string[]): void {
  const remove = (id: string) => {
    requestSweep(db)
    db.run('DELETE FROM conversations WHERE id = ?', id)
  }
  try {
    db.together(() => ids.forEach(remove))
  } catch (error) {
    if (failureOf(error)?.code !== 'disk-full') throw error
    db.shrink()
    for (const id of ids) {
      requestSweep(db)
      for (const { rowid } of db.all<{ rowid: number }>('SELECT rowid FROM images WHERE conversation_id = ?', id)) {
        db.run('DELETE FROM images WHERE rowid = ?', rowid)
        db.shrink()
      }
      for (const { seq } of db.all<{ seq: number }>('SELECT seq FROM messages WHERE conversation_id = ? ORDER BY seq DESC', id)) {
        db.run('DELETE FROM messages WHERE seq = ?', seq)
        db.shrink()
      }
      remove(id)
    }
  }
}

function binned(row: BinRow): BinnedConversation {
  const now = Date.now()
  const isLastDay = row.removed_at <= now - keptMs + lastDayMs
  return {
    id: row.id,
    title: row.title || 'New conversation',
    messages: row.messages,
    isPrivate: row.is_private === 1,
    removedAt: row.removed_at,
    goneAt: row.is_private === 1 ? null : Math.max(row.removed_at + keptMs, isLastDay ? (row.due_at ?? now) + lastDayMs : 0),
  }
}
