import { randomUUID } from 'node:crypto'
import type { ImportedConversation, ImportedMessage } from '../../../core/import/conversation/imported'
import type { Database } from '../sqlite/database'

/** Imported conversations are on the disk. A conversation in the bin does not count as existing. */
export function isImported(db: Database, { format, sourceId }: ImportedConversation): boolean {
  const key = keyOf(format, sourceId)
  if (db.get('SELECT 1 AS found FROM conversations WHERE imported_from = ? AND removed_at IS NULL', key)) return true
  if (format !== 'headroom') return false
  const original =
    'SELECT 1 AS found FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE m.id = ? AND c.removed_at IS NULL'
  return db.get(original, sourceId) !== undefined
}

/** Returns the id of the conversation. All of it is stored, or nothing. */
export function addImported(db: Database, conversation: ImportedConversation): string {
  const { format, sourceId, title, systemPrompt, messages } = conversation
  const now = Date.now()
  const id = randomUUID()
  const ids = new Map(messages.map((message) => [message.id, randomUUID()]))
  const at = (time: number | null, otherwise: number): number => (time === null ? otherwise : Math.min(Math.max(0, Math.round(time)), now))
  const createdAt = at(conversation.createdAt, now)
  db.together(() => {
    db.run(
      'INSERT INTO conversations (id, title, system_prompt, leaf_id, created_at, changed_at, imported_from) VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      title,
      systemPrompt,
      ids.get(conversation.leafId) ?? null,
      createdAt,
      at(conversation.changedAt, createdAt),
      keyOf(format, sourceId),
    )
    for (const message of messages) add(message)
  })
  return id

  function add({ id: ownId, parentId, role, text, parts, modelName, createdAt: time }: ImportedMessage): void {
    db.run(
      `INSERT INTO messages (id, conversation_id, parent_id, role, text, parts, state, created_at, model_name) VALUES (?, ?, ?, ?, ?, ?, 'complete', ?, ?)`,
      ids.get(ownId) ?? null,
      id,
      parentId === null ? null : (ids.get(parentId) ?? null),
      role,
      text,
      parts ? JSON.stringify(parts) : null,
      at(time, createdAt),
      modelName,
    )
  }
}

const keyOf = (format: string, sourceId: string): string => `${format}:${sourceId}`
