/** Headroom's own export: main/store/chat/export-conversation.ts. */
import { z } from 'zod'
import { callPiece, type Piece } from '../conversation/compose-text'
import type { ImportedConversation } from '../conversation/imported'
import { conversationOf, LeftOutCount, type TreeNode } from '../conversation/message-tree'
import { itemsOf, list, name, text } from './fields'

const conversation = z.object({
  format: z.literal('headroom-conversation'),
  title: text,
  createdAt: name,
  systemPrompt: text,
  shownLeafId: name,
  messages: list,
})
const part = z.object({
  type: z.string(),
  text,
  id: text,
  name: text,
  arguments: text,
  isError: z.boolean().catch(false),
  mediaType: text,
})
const message = z.object({
  id: z.string().min(1),
  parentId: name,
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  text,
  parts: list,
  createdAt: name,
  modelName: name,
  edited: z.boolean().catch(false),
})

export function fromHeadroom(value: unknown): ImportedConversation | null | undefined {
  const read = conversation.safeParse(value)
  if (!read.success) return undefined
  const leftOut = new LeftOutCount()
  const messages = itemsOf(message, read.data.messages, () => leftOut.add('unreadableMessages'))
  const { title, systemPrompt, shownLeafId, createdAt } = read.data
  return conversationOf(
    {
      format: 'headroom',
      // Every message has a UUID, and a conversation has no id in the file.
      sourceId: messages[0]?.id ?? '',
      title,
      systemPrompt,
      createdAt: msOf(createdAt),
      changedAt: null,
      leafId: shownLeafId,
    },
    messages.map(
      (found): TreeNode => ({
        ...found,
        createdAt: msOf(found.createdAt),
        pieces:
          found.parts.length === 0
            ? [{ type: 'text', text: found.text }]
            : itemsOf(part, found.parts).flatMap((of) => pieceOf(of, leftOut)),
      }),
    ),
    leftOut,
  )
}

function pieceOf(found: z.infer<typeof part>, leftOut: LeftOutCount): Piece | [] {
  switch (found.type) {
    case 'reasoning':
      return { type: 'reasoning', text: found.text }
    case 'tool-call':
      // The engine sends the text of a call with its control tokens, so that text must not come from a file.
      return callPiece(found.id, found.name, found.arguments)
    case 'tool-result':
    case 'document':
      return { ...found, type: found.type }
    // The file names the image, but does not have it.
    case 'image':
      leftOut.add('images')
      return []
    default:
      return { type: 'text', text: found.text }
  }
}

function msOf(date: string | null): number | null {
  const ms = date === null ? Number.NaN : Date.parse(date)
  return Number.isNaN(ms) ? null : ms
}
