import { randomUUID } from 'node:crypto'
import { type ConversationTool, conversationTools } from '../../../core/contract/chat/conversation-tools'
import { type ConversationSummary, cleanTitle } from '../../../core/contract/chat/conversations'
import { coded } from '../../../core/contract/errors/coded-error'
import { type OverflowSettings, overflowSettings } from '../../../core/contract/settings/overflow'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import type { Database } from '../sqlite/database'
import type { Shelves } from './shelves'

interface ConversationRow {
  id: string
  title: string
  model_id: string | null
  created_at: number
  changed_at: number
  messages: number
  is_private: number
  is_pinned: number
  folder_id: string | null
}

/** A title that a message gave. */
export interface MessageTitle {
  readonly title: string
  readonly messageId: string
}

const columns = `c.id, c.title, c.model_id, c.created_at, c.changed_at, c.is_private, c.is_pinned, c.folder_id, (SELECT count(*) FROM messages m WHERE m.conversation_id = c.id) AS messages`

export class Conversations {
  constructor(private readonly shelves: Shelves) {}

  list(): ConversationSummary[] {
    return this.shelves.both
      .flatMap((db) => db.all<ConversationRow>(`SELECT ${columns} FROM conversations c WHERE removed_at IS NULL`))
      .sort((left, right) => right.changed_at - left.changed_at || right.created_at - left.created_at)
      .map(summary)
  }

  create(systemPrompt: string, isPrivate = false): ConversationSummary {
    const id = randomUUID()
    const now = Date.now()
    this.shelves
      .forNew(isPrivate)
      .run(
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

  /** Throws `conversation-not-found`, even for a conversation in the bin. */
  get(id: string): ConversationSummary {
    const row = this.of(id).get<ConversationRow>(`SELECT ${columns} FROM conversations c WHERE c.id = ? AND removed_at IS NULL`, id)
    if (!row) throw coded('conversation-not-found', { conversationId: id })
    return summary(row)
  }

  systemPrompt(id: string): string {
    return this.of(id).get<{ system_prompt: string }>('SELECT system_prompt FROM conversations WHERE id = ?', id)?.system_prompt ?? ''
  }
  setSystemPrompt(id: string, text: string): void {
    this.get(id)
    this.of(id).run('UPDATE conversations SET system_prompt = ?, changed_at = ? WHERE id = ?', text, Date.now(), id)
  }

  isPrivate(id: string): boolean {
    return this.of(id).get<{ is_private: number }>('SELECT is_private FROM conversations WHERE id = ?', id)?.is_private === 1
  }
  isKept(id: string): boolean {
    return this.of(id).get('SELECT 1 AS kept FROM conversations WHERE id = ? AND is_private = 0 AND removed_at IS NULL', id) !== undefined
  }

  overflow(id: string): OverflowSettings {
    const row = this.of(id).get<{ overflow: string | null }>('SELECT overflow FROM conversations WHERE id = ?', id)
    const stored = overflowSettings.safeParse(JSON.parse(row?.overflow ?? 'null'))
    return stored.success ? stored.data : defaultOverflow
  }
  setOverflow(id: string, overflow: OverflowSettings): void {
    this.get(id)
    this.of(id).run('UPDATE conversations SET overflow = ? WHERE id = ?', JSON.stringify(overflow), id)
  }

  tools(id: string): ConversationTool[] {
    const row = this.of(id).get<{ tools: string | null }>('SELECT tools FROM conversations WHERE id = ?', id)
    return conversationTools.safeParse(JSON.parse(row?.tools ?? '[]')).data ?? []
  }
  setTools(id: string, tools: readonly ConversationTool[]): void {
    this.get(id)
    this.of(id).run('UPDATE conversations SET tools = ? WHERE id = ?', tools.length > 0 ? JSON.stringify(tools) : null, id)
  }

  rename(id: string, title: string): ConversationSummary {
    this.get(id)
    this.of(id).run('UPDATE conversations SET title = ?, title_from = NULL, changed_at = ? WHERE id = ?', cleanTitle(title), Date.now(), id)
    return this.get(id)
  }

  /** Changes nothing if the title has changed in the meantime. The conversation keeps its place in the list. */
  replaceTitle(id: string, from: string, to: MessageTitle): boolean {
    const change = 'UPDATE conversations SET title = ?, title_from = ? WHERE id = ? AND title = ? AND removed_at IS NULL'
    return this.of(id).run(change, cleanTitle(to.title), to.messageId, id, from).changes > 0
  }
  /** The message that gave the title. null if the user did. */
  titleFrom(id: string): string | null {
    return this.of(id).get<{ title_from: string | null }>('SELECT title_from FROM conversations WHERE id = ?', id)?.title_from ?? null
  }
  /** Removes a title whose message is gone. */
  dropLostTitle(id: string): void {
    this.of(id).run(
      `UPDATE conversations SET title = '', title_from = NULL WHERE id = ? AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = title_from) AND title_from IS NOT NULL`,
      id,
    )
  }

  /** All of them, or none. Throws `conversation-not-found`. */
  setPinned(isPinned: boolean, ...ids: readonly string[]): void {
    this.arrange(ids, 'is_pinned = ?', Number(isPinned))
  }
  /** A pinned conversation is not shown in its folder, so a moved one is no longer pinned. Throws `conversation-not-found`. */
  move(folderId: string | null, ...ids: readonly string[]): void {
    this.arrange(ids, 'is_pinned = 0, folder_id = ?', folderId)
  }
  private arrange(ids: readonly string[], change: string, value: number | string | null): void {
    for (const id of ids) this.get(id)
    for (const [db, own] of this.shelves.byDatabase(ids))
      db.together(() => {
        for (const id of own) db.run(`UPDATE conversations SET ${change} WHERE id = ?`, value, id)
      })
  }

  /** Moves all of them to the bin, or none. Throws `conversation-not-found`. */
  remove(...ids: readonly string[]): void {
    for (const id of ids) this.get(id)
    for (const [db, own] of this.shelves.byDatabase(ids)) db.freeing(() => setRemovedAt(db, own, Date.now()))
  }
  /** Restores all of them, or none. Throws `conversation-not-found`. */
  restore(...ids: readonly string[]): void {
    for (const id of ids)
      if (!this.of(id).get('SELECT 1 AS found FROM conversations WHERE id = ?', id))
        throw coded('conversation-not-found', { conversationId: id })
    for (const [db, own] of this.shelves.byDatabase(ids)) setRemovedAt(db, own, null)
  }

  /** A conversation without a title gets `first`. */
  touched(id: string, modelId: string | null, first: MessageTitle | null): void {
    const db = this.of(id)
    db.run('UPDATE conversations SET changed_at = ?, model_id = coalesce(?, model_id) WHERE id = ?', Date.now(), modelId, id)
    if (first) this.replaceTitle(id, '', first)
  }

  private of(id: string): Database {
    return this.shelves.ofConversation(id)
  }

  leaf(id: string): string | null {
    return this.of(id).get<{ leaf_id: string | null }>('SELECT leaf_id FROM conversations WHERE id = ?', id)?.leaf_id ?? null
  }
  setLeaf(id: string, messageId: string | null): void {
    this.of(id).run('UPDATE conversations SET leaf_id = ? WHERE id = ?', messageId, id)
  }
}

const setRemovedAt = (db: Database, ids: readonly string[], at: number | null): void =>
  db.together(() => {
    for (const id of ids) db.run('UPDATE conversations SET removed_at = ?, due_at = NULL WHERE id = ?', at, id)
  })

const summary = (row: ConversationRow): ConversationSummary => ({
  id: row.id,
  title: row.title || 'New conversation',
  modelId: row.model_id,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  messages: row.messages,
  isPrivate: row.is_private === 1,
  isPinned: row.is_pinned === 1,
  folderId: row.folder_id,
})
