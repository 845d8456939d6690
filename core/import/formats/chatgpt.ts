/**
 * `conversations.json` in ChatGPT's data export, or its parts `conversations-000.json` and so on: a list of conversations, each with a tree of
 * messages.
 *
 * Sources: mitkury/chatgpt-export-parser 08e6ae5, docs/chatgpt-data-export-format.md, and those in chatgpt.test.ts.
 */
import { z } from 'zod'
import type { ImportedConversation } from '../conversation/imported'
import { conversationOf, LeftOutCount, type TreeNode } from '../conversation/message-tree'
import { chatGptPieces, message } from './chatgpt-pieces'
import { msOf, name, number, text } from './fields'

const conversation = z.object({
  id: text,
  conversation_id: text,
  title: text,
  create_time: number,
  update_time: number,
  current_node: name,
  mapping: z.record(z.string(), z.unknown()),
})
const node = z.object({ parent: name, message: z.unknown().optional() })

export function fromChatGpt(value: unknown): ImportedConversation | null | undefined {
  const read = conversation.safeParse(value)
  if (!read.success) return undefined
  const { mapping, current_node: leafId } = read.data
  const leftOut = new LeftOutCount()
  const calls = new Calls(mapping)
  const nodes = Object.entries(mapping).flatMap(([id, value]): TreeNode[] => {
    const found = node.safeParse(value)
    if (!found.success) {
      leftOut.add('unreadableMessages')
      return []
    }
    const { parent: parentId, message: content } = found.data
    const nothing: TreeNode = { id, parentId, role: 'assistant', pieces: [], createdAt: null, modelName: null }
    // The first node of a tree has no message.
    if (content === null || content === undefined) return [nothing]
    const said = message.safeParse(content)
    if (!said.success) {
      leftOut.add('unreadableMessages')
      return [nothing]
    }
    const { author, create_time: createdAt, metadata } = said.data
    return [
      {
        id,
        parentId,
        role: author.role === 'tool' ? 'assistant' : author.role,
        pieces: chatGptPieces(id, said.data, () => calls.above(parentId), leftOut),
        createdAt: msOf(createdAt),
        modelName: author.role === 'assistant' ? metadata.model_slug : null,
      },
    ]
  })
  const sourceId = read.data.conversation_id || read.data.id || (nodes[0]?.id ?? '')
  return conversationOf(
    {
      format: 'chatgpt',
      sourceId,
      title: read.data.title,
      createdAt: msOf(read.data.create_time),
      changedAt: msOf(read.data.update_time),
      leafId,
    },
    nodes,
    leftOut,
  )
}

const calling = z.object({ parent: name, message: z.object({ author: z.object({ role: z.literal('assistant') }), recipient: z.string() }) })

/** ChatGPT's calls have no ids: a result belongs to the last call above it. */
class Calls {
  constructor(private readonly mapping: Readonly<Record<string, unknown>>) {}

  above(parentId: string | null): string {
    const seen = new Set<string>()
    for (let id = parentId; id !== null && !seen.has(id); ) {
      seen.add(id)
      const value = Object.hasOwn(this.mapping, id) ? this.mapping[id] : undefined
      const found = calling.safeParse(value)
      if (found.success && found.data.message.recipient !== 'all') return id
      id = node.safeParse(value).data?.parent ?? null
    }
    return ''
  }
}
