/** The list of conversations: made, named, taken away and brought back. */
import { randomUUID } from 'node:crypto'
import { coded } from '../../core/contract/coded-error'
import { type ConversationSummary, titleCharacters } from '../../core/contract/conversations'
import { type OverflowSettings, overflowSettings } from '../../core/contract/overflow'
import { defaultOverflow } from '../../core/contract/overflow-defaults'
import type { Database } from './database'

/** A removed conversation can be restored this long. */
const keptAfterRemovalMs = 7 * 24 * 60 * 60 * 1000

interface ConversationRow {
  id: string
  title: string
  model_id: string | null
  created_at: number
  changed_at: number
  messages: number
  is_private: number
}

const columns = `c.id, c.title, c.model_id, c.created_at, c.changed_at, c.is_private, (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id) AS messages`

export class Conversations {
  constructor(private readonly db: Database) {
    db.run('DELETE FROM conversations WHERE removed_at < ?', Date.now() - keptAfterRemovalMs)
    // The app went down before it could.
    this.removePrivate()
  }

  /** Private conversations end with the app. Their text does not stay in pages of the file that are free now. */
  removePrivate(): void {
    if (!this.db.get('SELECT 1 AS found FROM conversations WHERE is_private = 1')) return
    this.db.pragma('secure_delete = ON')
    // The search index would otherwise keep its words until it is rewritten. Source: sqlite.org/fts5.html, "secure-delete".
    this.db.run(`INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 1)`)
    this.db.run('DELETE FROM conversations WHERE is_private = 1')
    this.db.run(`INSERT INTO message_search (message_search, rank) VALUES ('secure-delete', 0)`)
    this.db.pragma('secure_delete = OFF')
  }

  list(): ConversationSummary[] {
    return this.db
      .all<ConversationRow>(`SELECT ${columns} FROM conversations c WHERE removed_at IS NULL ORDER BY changed_at DESC, created_at DESC`)
      .map(summary)
  }

  create(systemPrompt: string, isPrivate = false): ConversationSummary {
    const id = randomUUID()
    const now = Date.now()
    this.db.run(
      'INSERT INTO conversations (id, title, system_prompt, created_at, changed_at, is_private) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      '',
      systemPrompt,
      now,
      now,
      Number(isPrivate),
    )
    return this.get(id)
  }

  /** Throws `conversation-not-found`, also for one that was removed. */
  get(id: string): ConversationSummary {
    const row = this.db.get<ConversationRow>(`SELECT ${columns} FROM conversations c WHERE c.id = ? AND removed_at IS NULL`, id)
    if (!row) throw coded('conversation-not-found', { conversationId: id })
    return summary(row)
  }

  systemPrompt(id: string): string {
    return this.db.get<{ system_prompt: string }>('SELECT system_prompt FROM conversations WHERE id = ?', id)?.system_prompt ?? ''
  }
  setSystemPrompt(id: string, text: string): void {
    this.get(id)
    this.db.run('UPDATE conversations SET system_prompt = ?, changed_at = ? WHERE id = ?', text, Date.now(), id)
  }

  /** Nothing of a private conversation is written to the disk but its messages, and those go when the app ends. */
  isPrivate(id: string): boolean {
    return this.db.get<{ is_private: number }>('SELECT is_private FROM conversations WHERE id = ?', id)?.is_private === 1
  }
  /** It is there, and not private. */
  isKept(id: string): boolean {
    return this.db.get('SELECT 1 AS kept FROM conversations WHERE id = ? AND is_private = 0 AND removed_at IS NULL', id) !== undefined
  }

  /** What happens when its context is full. What no longer fits the contract is the default. */
  overflow(id: string): OverflowSettings {
    const row = this.db.get<{ overflow: string | null }>('SELECT overflow FROM conversations WHERE id = ?', id)
    const stored = overflowSettings.safeParse(JSON.parse(row?.overflow ?? 'null'))
    return stored.success ? stored.data : defaultOverflow
  }
  setOverflow(id: string, overflow: OverflowSettings): void {
    this.get(id)
    this.db.run('UPDATE conversations SET overflow = ? WHERE id = ?', JSON.stringify(overflow), id)
  }

  /** An empty title gives the conversation its first words back. */
  rename(id: string, title: string): ConversationSummary {
    this.get(id)
    this.db.run('UPDATE conversations SET title = ?, changed_at = ? WHERE id = ?', clean(title), Date.now(), id)
    return this.get(id)
  }

  remove(id: string): void {
    this.get(id)
    this.db.run('UPDATE conversations SET removed_at = ? WHERE id = ?', Date.now(), id)
  }
  restore(id: string): ConversationSummary {
    if (this.db.run('UPDATE conversations SET removed_at = NULL WHERE id = ?', id).changes === 0)
      throw coded('conversation-not-found', { conversationId: id })
    return this.get(id)
  }

  /** The conversation was used: it goes to the top, with the model that answered, and gets its first words as a title. */
  touched(id: string, modelId: string | null, firstWords: string | null): void {
    this.db.run(
      `UPDATE conversations SET changed_at = ?, model_id = coalesce(?, model_id), title = CASE WHEN title = '' THEN ? ELSE title END WHERE id = ?`,
      Date.now(),
      modelId,
      clean(firstWords ?? ''),
      id,
    )
  }

  leaf(id: string): string | null {
    return this.db.get<{ leaf_id: string | null }>('SELECT leaf_id FROM conversations WHERE id = ?', id)?.leaf_id ?? null
  }
  setLeaf(id: string, messageId: string | null): void {
    this.db.run('UPDATE conversations SET leaf_id = ? WHERE id = ?', messageId, id)
  }
}

const summary = (row: ConversationRow): ConversationSummary => ({
  id: row.id,
  title: row.title || 'New conversation',
  modelId: row.model_id,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  messages: row.messages,
  isPrivate: row.is_private === 1,
})

/** One line, of bounded length. */
const clean = (title: string): string => [...title.replace(/\s+/g, ' ').trim()].slice(0, titleCharacters).join('')
