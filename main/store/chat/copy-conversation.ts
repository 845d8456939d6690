import { cleanTitle, type StoredMessage } from '../../../core/contract/chat/conversations'
import { documentsIn } from '../../../core/documents/document-frame'
import type { Conversations } from './conversations'
import { addConversation } from './import-conversation'
import type { Messages } from './messages'
import type { Shelves } from './shelves'

interface CopiedFrom {
  readonly shelves: Shelves
  readonly conversations: Conversations
  readonly messages: Messages
}

export interface CopyRequest {
  readonly conversationId: string
  readonly title: string
  /** The copy ends with this message of the conversation. undefined copies all branches. */
  readonly messageId?: string | undefined
}

/** Returns the id of the copy. It omits empty answers. All of it is stored, or nothing. */
export function copyConversation(store: CopiedFrom, request: CopyRequest): string {
  const { shelves, conversations, messages } = store
  const { conversationId, messageId } = request
  const { isPrivate } = conversations.get(conversationId)
  const db = shelves.ofConversation(conversationId)
  const all = messageId === undefined ? messages.all(conversationId) : messages.path(messageId)
  const kept = all.filter(({ id, text, parts }) => text !== '' || parts !== undefined || all.some(({ parentId }) => parentId === id))
  const leaf = all.find(({ id }) => id === (messageId ?? conversations.leaf(conversationId)))
  const now = Date.now()
  return db.together(() => {
    const copy = {
      title: cleanTitle(request.title),
      titleFrom: conversations.titleFrom(conversationId),
      systemPrompt: conversations.systemPrompt(conversationId),
      createdAt: now,
      changedAt: now,
      leafId: (leaf && (kept.includes(leaf) ? leaf.id : leaf.parentId)) ?? '',
      messages: kept.map(copied),
    }
    const id = addConversation(db, copy, { importedFrom: null, isPrivate })
    const settings = 'overflow, tools, folder_id, model_id'
    db.run(`UPDATE conversations SET (${settings}) = (SELECT ${settings} FROM conversations WHERE id = ?) WHERE id = ?`, conversationId, id)
    for (const attachment of kept.flatMap(documentsIn))
      if ('image' in attachment)
        db.run(
          'INSERT OR IGNORE INTO images (conversation_id, id, media_type, base64) SELECT ?, id, media_type, base64 FROM images WHERE conversation_id = ? AND id = ?',
          id,
          conversationId,
          attachment.image.id,
        )
    return id
  })
}

const copied = ({
  id,
  parentId,
  role,
  text,
  parts,
  createdAt,
  modelName,
  metrics,
  remote,
  failure,
  state,
  pinned,
  edited,
}: StoredMessage) => ({
  ...{ id, parentId, role, text, parts, createdAt, modelName, failure, pinned, edited },
  figures: metrics ?? remote ?? null,
  state: state === 'streaming' ? ('stopped' as const) : state,
})
