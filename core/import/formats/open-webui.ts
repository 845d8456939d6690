/**
 * The export of Open WebUI: a list of chats, each with a tree of messages.
 *
 * Source: open-webui 0.6, src/lib/components/chat/Chat.svelte (`history`) and backend/open_webui/utils/middleware.py (`<details>`).
 * ../testing/open-webui.json is an example.
 */
import { z } from 'zod'
import { callPiece, type Piece } from '../conversation/compose-text'
import type { ImportedConversation } from '../conversation/imported'
import { conversationOf, LeftOutCount, type TreeNode } from '../conversation/message-tree'
import { itemsOf, list, msOf, name, number, record, text } from './fields'

const history = z.object({ messages: z.record(z.string(), z.unknown()), currentId: name, current_id: name })
const entry = z.object({
  id: text,
  title: text,
  created_at: number,
  updated_at: number,
  chat: z.object({
    id: text,
    title: text,
    /** In ms. */
    timestamp: number,
    system: text,
    params: record,
    history: history.optional().catch(undefined),
    messages: list,
  }),
})
const message = z.object({
  id: z.string().min(1),
  parentId: name,
  role: z.enum(['system', 'user', 'assistant']),
  content: z.union([z.string(), z.array(z.unknown())]).catch(''),
  timestamp: number,
  model: name,
  modelName: name,
  files: list,
})
const file = z.object({ type: text, content_type: text })
const block = z.object({ type: z.string(), text })

export function fromOpenWebui(value: unknown): ImportedConversation | null | undefined {
  const read = entry.safeParse(value)
  if (!read.success) return undefined
  const { id, title, chat, created_at: createdAt, updated_at: changedAt } = read.data
  const isTree = chat.history !== undefined && Object.keys(chat.history.messages).length > 0
  if (!isTree && chat.messages.length === 0 && chat.history === undefined) return undefined
  const leftOut = new LeftOutCount()
  const messages = itemsOf(message, isTree ? Object.values(chat.history?.messages ?? {}) : chat.messages, () =>
    leftOut.add('unreadableMessages'),
  )
  const prompt = chat.params.system
  return conversationOf(
    {
      format: 'open-webui',
      sourceId: id || chat.id || messages[0]?.id || '',
      title: title || chat.title,
      systemPrompt: chat.system || (typeof prompt === 'string' ? prompt : ''),
      createdAt: msOf(createdAt) ?? chat.timestamp,
      changedAt: msOf(changedAt),
      leafId: chat.history?.currentId ?? chat.history?.current_id ?? null,
    },
    messages.map(
      (found, index): TreeNode => ({
        id: found.id,
        parentId: isTree ? found.parentId : (messages[index - 1]?.id ?? null),
        role: found.role,
        createdAt: msOf(found.timestamp),
        modelName: found.role === 'assistant' ? (found.modelName ?? found.model) : null,
        pieces: piecesOf(found, leftOut),
      }),
    ),
    leftOut,
  )
}

function piecesOf({ content, role, files }: z.infer<typeof message>, leftOut: LeftOutCount): Piece[] {
  for (const { type, content_type: mediaType } of itemsOf(file, files))
    leftOut.add(type === 'image' || mediaType.startsWith('image/') ? 'images' : 'documents')
  if (typeof content === 'string') return role === 'assistant' ? withDetails(content) : [{ type: 'text', text: content }]
  return itemsOf(block, content).flatMap((found): Piece[] => {
    if (found.type === 'text') return [{ type: 'text', text: found.text }]
    leftOut.add(found.type.startsWith('image') ? 'images' : 'documents')
    return []
  })
}

const details = /<details type="(reasoning|tool_calls)"([^>]*)>\n?([\s\S]*?)<\/details>\n?/g

/** Open WebUI writes reasoning and calls of tools into the answer, as HTML. */
function withDetails(content: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of content.matchAll(details)) {
    const [all, type, attributes = '', body = ''] = match
    pieces.push({ type: 'text', text: content.slice(at, match.index).trim() })
    at = match.index + all.length
    if (type === 'reasoning') pieces.push({ type: 'reasoning', text: reasoningIn(body) })
    else pieces.push(...callsIn(attributes))
  }
  pieces.push({ type: 'text', text: at === 0 ? content : content.slice(at).trim() })
  return pieces
}

/** The lines are a quotation below a summary. */
const reasoningIn = (body: string): string =>
  unescaped(body.replace(/<summary>[\s\S]*?<\/summary>\n?/, '').replace(/^(?:>|&gt;) ?/gm, '')).trim()

function callsIn(attributes: string): Piece[] {
  const values = new Map([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescaped(value)]))
  const id = values.get('id') ?? ''
  const tool = values.get('name') ?? ''
  const call = callPiece(id, tool, plain(values.get('arguments') ?? ''))
  const result = values.get('result')
  if (result === undefined) return [call]
  return [call, { type: 'tool-result', id, name: tool, isError: false, text: plain(result) }]
}

/** An attribute is JSON. A string in it may be JSON again. */
function plain(json: string): string {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : json
  } catch {
    return json
  }
}

const unescaped = (html: string): string =>
  html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
