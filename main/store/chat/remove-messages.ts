import { coded } from '../../../core/contract/errors/coded-error'
import { documentsIn } from '../../../core/documents/document-frame'
import { requestSweep } from '../sqlite/sweep'
import type { Bin } from './bin'
import type { Branches } from './branches'
import type { Conversations } from './conversations'
import type { Messages } from './messages'
import type { Shelves } from './shelves'

interface RemovedFrom {
  readonly shelves: Shelves
  readonly conversations: Conversations
  readonly messages: Messages
  readonly branches: Branches
  readonly bin: Bin
}

/**
 * Removes a message and everything below it for good. If it was shown, the conversation then shows the nearest other branch, or ends with
 * the message before it. A title goes with the message that gave it. Throws `conversation-not-found`, `message-not-found`.
 */
export function removeMessages(store: RemovedFrom, conversationId: string, messageId: string): void {
  const { shelves, conversations, messages, branches, bin } = store
  conversations.get(conversationId)
  const message = messages.get(messageId)
  if (message.conversationId !== conversationId) throw coded('message-not-found', { messageId })
  const leaf = conversations.leaf(conversationId)
  const isShown = leaf !== null && messages.pathIds(leaf).includes(messageId)
  const position = message.siblingIds.indexOf(messageId)
  const nearest = message.siblingIds[position - 1] ?? message.siblingIds[position + 1]
  const db = shelves.ofConversation(conversationId)
  const isOnDisk = db === shelves.disk
  db.freeing(() =>
    db.together(() => {
      if (isOnDisk) requestSweep(db)
      db.run(
        `DELETE FROM messages WHERE id IN (
           WITH RECURSIVE below (id) AS (VALUES (?) UNION ALL SELECT m.id FROM below JOIN messages m ON m.parent_id = below.id) SELECT id FROM below
         )`,
        messageId,
      )
      if (isShown)
        conversations.setLeaf(conversationId, nearest === undefined ? message.parentId : branches.leafThrough(conversationId, nearest))
      removeUnusedImages(store, conversationId)
      conversations.dropLostTitle(conversationId)
    }),
  )
  if (isOnDisk) bin.tidy()
}

function removeUnusedImages({ shelves, messages }: RemovedFrom, conversationId: string): void {
  const db = shelves.ofConversation(conversationId)
  const stored = db.all<{ id: string }>('SELECT id FROM images WHERE conversation_id = ?', conversationId)
  if (stored.length === 0) return
  const attached = messages.all(conversationId).flatMap(documentsIn)
  const used = new Set(attached.flatMap((one) => ('image' in one ? [one.image.id] : [])))
  for (const { id } of stored) if (!used.has(id)) db.run('DELETE FROM images WHERE conversation_id = ? AND id = ?', conversationId, id)
}
