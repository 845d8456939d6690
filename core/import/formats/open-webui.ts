/**
 * The export of Open WebUI: a list of chats, each with a tree of messages.
 *
 * Sources: open-webui, src/lib/components/chat/Chat.svelte (`history`), and those of open-webui-details.ts and open-webui-pieces.ts.
 * ../testing/open-webui.json is an example.
 */
import { z } from 'zod'
import type { Piece } from '../conversation/compose-text'
import type { ImportedConversation } from '../conversation/imported'
import { conversationOf, LeftOutCount, type TreeNode } from '../conversation/message-tree'
import { fileKind, group, itemsOf, list, msOf, name, number, record, text } from './fields'
import { hasDetails, withDetails } from './open-webui-details'
import { countFiles, outputPieces, visibleText } from './open-webui-pieces'

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
  role: z.enum(['system', 'user', 'assistant']).optional(),
  content: z.union([z.string(), z.array(z.unknown())]).catch(''),
  /** Since 0.10, and sometimes instead of `content`. */
  output: list,
  timestamp: number,
  model: name,
  modelName: name,
  files: list,
  /** The answer that a model made from the answers of several models. */
  merged: group({ content: text }),
})
type Message = z.infer<typeof message>
const link = group({ id: text, parentId: name, childrenIds: list })
const block = z.object({ type: z.string(), text })

export function fromOpenWebui(value: unknown): ImportedConversation | null | undefined {
  const read = entry.safeParse(value)
  if (!read.success) return undefined
  const { id, title, chat, created_at: createdAt, updated_at: changedAt } = read.data
  const isTree = chat.history !== undefined && Object.keys(chat.history.messages).length > 0
  if (!isTree && chat.messages.length === 0 && chat.history === undefined) return undefined
  const leftOut = new LeftOutCount()
  const places = isTree ? placesInTree(chat.history?.messages ?? {}) : placesInList(chat.messages)
  const prompt = chat.params.system
  return conversationOf(
    {
      format: 'open-webui',
      sourceId: id || chat.id || places[0]?.id || '',
      title: title || chat.title,
      systemPrompt: chat.system || (typeof prompt === 'string' ? prompt : ''),
      createdAt: msOf(createdAt) ?? chat.timestamp,
      changedAt: msOf(changedAt),
      leafId: chat.history?.currentId ?? chat.history?.current_id ?? null,
    },
    nodesOf(places, leftOut),
    leftOut,
  )
}

interface Place {
  readonly id: string
  readonly parentId: string | null
  /** undefined if it cannot be read. */
  readonly message: Message | undefined
}

/** A message can have lost its ID and parent (open-webui's pull request 24799). Its ID is also its key, and its parent lists it as a child. */
function placesInTree(messages: Readonly<Record<string, unknown>>): Place[] {
  const links = Object.entries(messages).map(([id, value]) => ({ id, value, own: link.parse(value) }))
  const parents = new Map(links.flatMap(({ id, own }) => own.childrenIds.map((child) => [child, id] as const)))
  return links.map(({ id, value, own }) => placeOf(id, own.parentId ?? parents.get(id) ?? null, value))
}

function placesInList(messages: readonly unknown[]): Place[] {
  const ids = messages.map((value, index) => link.parse(value).id || `${index}`)
  return messages.map((value, index) => placeOf(ids[index] ?? '', ids[index - 1] ?? null, value))
}

const placeOf = (id: string, parentId: string | null, value: unknown): Place => ({ id, parentId, message: message.safeParse(value).data })

function nodesOf(places: readonly Place[], leftOut: LeftOutCount): TreeNode[] {
  const roles = new Map(places.map((place) => [place.id, place.message?.role]))
  return places.flatMap(({ id, parentId, message: found }): TreeNode[] => {
    if (!found) {
      leftOut.add('unreadableMessages')
      return [{ id, parentId, role: 'assistant', pieces: [], createdAt: null, modelName: null }]
    }
    const role = found.role ?? (parentId !== null && roles.get(parentId) === 'assistant' ? 'user' : 'assistant')
    const { timestamp, modelName, model, merged } = found
    const shared = { parentId, role, createdAt: msOf(timestamp) }
    const own = { ...shared, id, modelName: role === 'assistant' ? (modelName ?? model) : null, pieces: piecesOf(found, role, leftOut) }
    if (merged.content.trim() === '') return [own]
    return [own, { ...shared, id: `${id}#merged`, modelName: null, pieces: withDetails(merged.content, leftOut) }]
  })
}

function piecesOf({ content, output, files }: Message, role: TreeNode['role'], leftOut: LeftOutCount): Piece[] {
  countFiles(files, leftOut)
  if (typeof content !== 'string') return blockPieces(content, leftOut)
  if (role !== 'assistant') return [{ type: 'text', text: content }]
  const isWhole = hasDetails(content) || (content.trim() !== '' && isOther(content, visibleText(output)))
  return isWhole ? withDetails(content, leftOut) : outputPieces(output, leftOut)
}

const isOther = (one: string, other: string): boolean => one.replace(/\s+/g, ' ').trim() !== other.replace(/\s+/g, ' ').trim()

const blockPieces = (content: readonly unknown[], leftOut: LeftOutCount): Piece[] =>
  itemsOf(block, content).flatMap((found): Piece[] => {
    if (found.type === 'text') return [{ type: 'text', text: found.text }]
    leftOut.add(fileKind(found.type))
    return []
  })
