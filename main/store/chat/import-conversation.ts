import { randomUUID } from 'node:crypto'
import type { MessageState, StoredMessage } from '../../../core/contract/chat/conversations'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import type { Failure } from '../../../core/contract/errors/errors'
import type { RemoteTurn } from '../../../core/contract/remote/remote-turn'
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
  const { format, sourceId } = conversation
  // The user may have named it, but most titles are the beginning of the first message, or a model made them from it.
  const titleFrom = conversation.messages[0]?.id ?? null
  return db.together(() => addConversation(db, { ...conversation, titleFrom }, { importedFrom: keyOf(format, sourceId), isPrivate: false }))
}

export type NewConversation = Pick<ImportedConversation, 'title' | 'systemPrompt' | 'createdAt' | 'changedAt' | 'leafId'> & {
  /** The message that gave the title. null if the user did. */
  readonly titleFrom: string | null
  readonly messages: readonly NewMessage[]
}

interface NewMessage extends Omit<ImportedMessage, 'role'> {
  readonly role: StoredMessage['role']
  readonly state?: MessageState
  readonly pinned?: boolean | undefined
  readonly figures?: TurnMetrics | RemoteTurn | null
  readonly failure?: Failure | null
}

/** Call it in a transaction. Every message gets a new id. */
export function addConversation(
  db: Database,
  conversation: NewConversation,
  { importedFrom, isPrivate }: { readonly importedFrom: string | null; readonly isPrivate: boolean },
): string {
  const { title, titleFrom, systemPrompt, messages } = conversation
  const now = Date.now()
  const id = randomUUID()
  const ids = new Map(messages.map((message) => [message.id, randomUUID()]))
  const at = (time: number | null, otherwise: number): number => (time === null ? otherwise : Math.min(Math.max(0, Math.round(time)), now))
  const createdAt = at(conversation.createdAt, now)
  db.run(
    'INSERT INTO conversations (id, title, title_from, system_prompt, leaf_id, created_at, changed_at, imported_from, is_private) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    id,
    title,
    (titleFrom !== null && ids.get(titleFrom)) || null,
    systemPrompt,
    ids.get(conversation.leafId) ?? null,
    createdAt,
    at(conversation.changedAt, createdAt),
    importedFrom,
    Number(isPrivate),
  )
  for (const message of messages) {
    const { role, text, parts, modelName, state = 'complete', pinned = false, figures, failure, edited = false } = message
    db.run(
      `INSERT INTO messages (id, conversation_id, parent_id, role, text, parts, state, created_at, model_name, metrics, failure, pinned, edited) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ids.get(message.id) ?? null,
      id,
      message.parentId === null ? null : (ids.get(message.parentId) ?? null),
      role,
      text,
      parts ? JSON.stringify(parts) : null,
      state,
      at(message.createdAt, createdAt),
      modelName,
      figures ? JSON.stringify(figures) : null,
      failure ? JSON.stringify(failure) : null,
      Number(pinned),
      Number(edited),
    )
  }
  return id
}

const keyOf = (format: string, sourceId: string): string => `${format}:${sourceId}`
