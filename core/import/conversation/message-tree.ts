import { cleanTitle } from '../../contract/chat/conversations'
import type { ImportFormat, LeftOut } from '../../contract/chat/imports'
import { plainTextOf } from '../../messages/parts-of'
import { composeText, type Piece } from './compose-text'
import type { ImportedConversation, ImportedMessage } from './imported'

/** A message of the file. */
export interface TreeNode {
  readonly id: string
  readonly parentId: string | null
  readonly role: ImportedMessage['role'] | 'system'
  /** Empty for a message that nobody was meant to see. */
  readonly pieces: readonly Piece[]
  readonly createdAt: number | null
  readonly modelName: string | null
  readonly edited?: boolean
}

export interface TreeHead {
  readonly format: ImportFormat
  readonly sourceId: string
  readonly title: string
  readonly systemPrompt?: string
  readonly createdAt: number | null
  readonly changedAt: number | null
  readonly leafId: string | null
}

export class LeftOutCount {
  private readonly counts = { images: 0, documents: 0, media: 0, systemMessages: 0, unreadableMessages: 0 }

  add(kind: keyof LeftOut, count = 1): void {
    this.counts[kind] += count
  }
  get all(): LeftOut {
    return { ...this.counts }
  }
}

/** null if there is no message. */
export function conversationOf(head: TreeHead, nodes: readonly TreeNode[], leftOut: LeftOutCount): ImportedConversation | null {
  const { systemPrompt: given = '', leafId, ...rest } = head
  const systems = nodes
    .filter(({ role }) => role === 'system')
    .map(({ pieces }) => composeText(pieces).text)
    .filter((text) => text !== '')
  const [first = '', ...others] = given.trim() === '' ? systems : [given, ...systems]
  leftOut.add('systemMessages', others.filter((text) => text !== first).length)

  const tree = new Tree(nodes)
  const messages = tree.messages()
  const last = messages.at(-1)
  if (!last) return null
  const times = messages.flatMap(({ createdAt }) => (createdAt === null ? [] : [createdAt]))
  return {
    ...rest,
    title: cleanTitle(head.title) || cleanTitle(plainTextOf(messages[0] ?? last)),
    systemPrompt: first,
    createdAt: head.createdAt ?? times.reduce<number | null>((least, at) => Math.min(least ?? at, at), null),
    changedAt: head.changedAt ?? times.reduce<number | null>((most, at) => Math.max(most ?? at, at), null),
    leafId: tree.placeOf(leafId) ?? last.id,
    messages,
    leftOut: leftOut.all,
  }
}

/** Removes empty messages, and joins the consecutive messages that make up one answer. */
class Tree {
  private readonly byId = new Map<string, TreeNode>()
  private readonly children = new Map<string | null, TreeNode[]>()
  /** The message that a message became, or that its children follow. */
  private readonly places = new Map<string, string>()

  constructor(nodes: readonly TreeNode[]) {
    for (const node of nodes) if (!this.byId.has(node.id)) this.byId.set(node.id, node)
    for (const node of this.byId.values()) {
      if (!isKept(node)) continue
      const parentId = this.keptAncestor(node)
      const siblings = this.children.get(parentId)
      if (siblings) siblings.push(node)
      else this.children.set(parentId, [node])
    }
  }

  messages(): ImportedMessage[] {
    const messages: ImportedMessage[] = []
    const visited = new Set<string>()
    const visit = (first: TreeNode): void => {
      const waiting = [first]
      for (let node = waiting.shift(); node; node = waiting.shift()) {
        if (visited.has(node.id)) continue
        visited.add(node.id)
        const joined = [node]
        for (let next = this.continuation(node); next && !visited.has(next.id); next = this.continuation(next)) {
          visited.add(next.id)
          joined.push(next)
        }
        const end = joined.at(-1) ?? node
        const pieces = joined.flatMap((one) => one.pieces)
        const chain = chainOf({
          ...node,
          parentId: this.placeOf(node.parentId),
          pieces,
          modelName: end.modelName ?? node.modelName,
          edited: joined.some((one) => one.edited),
        })
        messages.push(...chain)
        const place = chain.at(-1)?.id ?? node.id
        for (const { id } of joined) this.places.set(id, place)
        waiting.push(...(this.children.get(end.id) ?? []))
      }
    }
    for (const root of this.children.get(null) ?? []) visit(root)
    // Only messages whose ancestors form a circle are left.
    for (const node of this.byId.values()) if (isKept(node) && !visited.has(node.id)) visit(node)
    return messages
  }

  placeOf(id: string | null): string | null {
    if (id === null) return null
    const node = this.byId.get(id)
    if (!node) return null
    const kept = isKept(node) ? node.id : this.keptAncestor(node)
    return kept === null ? null : (this.places.get(kept) ?? null)
  }

  private keptAncestor(node: TreeNode): string | null {
    const seen = new Set([node.id])
    let { parentId } = node
    while (parentId !== null && !seen.has(parentId)) {
      seen.add(parentId)
      const parent = this.byId.get(parentId)
      if (!parent) return null
      if (isKept(parent)) return parent.id
      parentId = parent.parentId
    }
    return null
  }

  private continuation(node: TreeNode): TreeNode | undefined {
    const [only, ...others] = this.children.get(node.id) ?? []
    return node.role === 'assistant' && only?.role === 'assistant' && others.length === 0 ? only : undefined
  }
}

const isKept = ({ role, pieces }: TreeNode): boolean =>
  role !== 'system' && pieces.some(({ type, text }) => type === 'tool-result' || text.trim() !== '')

/** A result of a tool is a message between the parts of the answer. */
function chainOf(node: TreeNode): ImportedMessage[] {
  const groups: { role: ImportedMessage['role']; pieces: Piece[] }[] = []
  const own = node.role === 'user' ? 'user' : 'assistant'
  for (const piece of node.pieces) {
    const role = piece.type === 'tool-result' ? 'tool' : own
    const last = groups.at(-1)
    if (last?.role === role) last.pieces.push(piece)
    else groups.push({ role, pieces: [piece] })
  }
  let { parentId } = node
  return groups
    .filter(({ role, pieces }) => role === 'tool' || pieces.some(({ text }) => text.trim() !== ''))
    .map(({ role, pieces }, index) => {
      const id = index === 0 ? node.id : `${node.id}#${index}`
      const modelName = role === 'tool' ? nameIn(pieces) : role === 'assistant' ? node.modelName : null
      const message = {
        id,
        parentId,
        role,
        ...composeText(pieces),
        createdAt: node.createdAt,
        modelName,
        ...(role === 'assistant' && node.edited ? { edited: true } : {}),
      }
      parentId = id
      return message
    })
}

const nameIn = ([first]: readonly Piece[]): string | null => (first?.type === 'tool-result' ? first.name : null)
