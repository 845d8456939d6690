/**
 * The web interface of llama-server. It exports one conversation as JSONL; older versions export JSON.
 *
 * Source: llama.cpp 03303167, tools/ui/src/lib/stores/conversations.svelte.ts (`serializeSessionToJsonl`), and 078c2e09,
 * tools/ui/src/lib/types/database.d.ts.
 */
import { z } from 'zod'
import { frameOf } from '../../documents/document-frame'
import { callPiece, type Piece, resultPiece } from '../conversation/compose-text'
import type { ImportedConversation } from '../conversation/imported'
import { conversationOf, LeftOutCount, type TreeNode } from '../conversation/message-tree'
import { fileKind, itemsOf, list, name, number, text } from './fields'

const row = z.object({ id: z.string().min(1), name: text, lastModified: number, currNode: name })
const exported = z.object({ conv: row, messages: z.array(z.unknown()) })
const session = row.extend({ type: z.literal('session') })
const messageLine = z.object({ type: z.literal('message'), message: z.unknown().optional() })

const message = z.object({
  id: z.string().min(1),
  timestamp: number,
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: text,
  parent: name,
  thinking: text,
  reasoningContent: text,
  /** JSON in the database, parsed in JSONL. */
  toolCalls: z.unknown().optional(),
  toolCallId: text,
  model: name,
  extra: list,
})
type Message = z.infer<typeof message>

const toolCall = z.object({ id: text, function: z.object({ name: text, arguments: text }) })
const attachment = z.object({ type: z.string(), name: text, content: text, mimeType: text })

export interface ServerSession {
  readonly conv: z.infer<typeof row>
  readonly messages: unknown[]
}

export function sessionLine(value: unknown): ServerSession | undefined {
  const read = session.safeParse(value)
  return read.success ? { conv: read.data, messages: [] } : undefined
}
export function messageInLine(value: unknown): { readonly message: unknown } | undefined {
  const read = messageLine.safeParse(value)
  return read.success ? { message: read.data.message } : undefined
}

export function fromLlamaServer(value: unknown): ImportedConversation | null | undefined {
  const read = exported.safeParse(value)
  if (!read.success) return undefined
  const { conv, messages: rows } = read.data
  const leftOut = new LeftOutCount()
  const messages = itemsOf(message, rows, () => leftOut.add('unreadableMessages'))
  const toolNames = new Map(messages.flatMap(callsOf).map((call) => [call.id, call.function.name]))
  return conversationOf(
    {
      format: 'llama-server',
      sourceId: conv.id,
      title: conv.name,
      createdAt: null,
      changedAt: conv.lastModified,
      leafId: conv.currNode,
    },
    messages.map(
      (found): TreeNode => ({
        id: found.id,
        parentId: found.parent,
        role: found.role,
        createdAt: found.timestamp,
        modelName: found.model,
        pieces: piecesOf(found, toolNames, leftOut),
      }),
    ),
    leftOut,
  )
}

function piecesOf(found: Message, toolNames: ReadonlyMap<string, string>, leftOut: LeftOutCount): Piece[] {
  const { content, toolCallId } = found
  const documents = itemsOf(attachment, found.extra).flatMap((file) => documentPiece(file, leftOut))
  if (found.role === 'tool') return [resultPiece(toolCallId, toolNames.get(toolCallId) ?? '', content), ...documents]
  return [
    ...documents,
    { type: 'reasoning', text: found.reasoningContent || found.thinking },
    { type: 'text', text: content },
    ...callsOf(found).map((call) => callPiece(call.id, call.function.name, call.function.arguments)),
  ]
}

function callsOf({ toolCalls }: Message): z.infer<typeof toolCall>[] {
  if (typeof toolCalls !== 'string') return Array.isArray(toolCalls) ? itemsOf(toolCall, toolCalls) : []
  try {
    const calls: unknown = JSON.parse(toolCalls)
    return Array.isArray(calls) ? itemsOf(toolCall, calls) : []
  } catch {
    return []
  }
}

/** Depending on the version, the type of an image is `IMAGE` or `imageFile`; the other types differ in the same way. */
function documentPiece({ type, name: title, content, mimeType }: z.infer<typeof attachment>, leftOut: LeftOutCount): Piece[] {
  const kind = fileKind(type)
  if (kind === 'documents' && content.trim() !== '')
    return [{ type: 'document', name: title, mediaType: mimeType || 'text/plain', text: frameOf({ name: title, text: content }) }]
  leftOut.add(kind)
  return []
}
