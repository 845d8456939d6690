/** Turns the messages of a prompt into what a chat template gets. */
import type { ChatMessage, ChatPart } from '../answer-syntax/messages'
import type { CellContent } from '../contract/cache/cell-contents'
import type { PromptMessage } from '../contract/chat/turn'
import { type PartWithText, partsOf } from './parts-of'

/** Puts marks around a text (core/templates/marked-texts.ts). */
export type Mark = (text: string, holds: CellContent, message?: number) => string

/** Consecutive text messages of one role become one, because many templates refuse them. */
export function chatMessages(messages: readonly PromptMessage[], mark: Mark = (text) => text): ChatMessage[] {
  const chat: { role: ChatMessage['role']; parts: ChatPart[] }[] = []
  let number = 0
  for (const message of messages) {
    if (message.role !== 'system') number++
    const of = message.role === 'system' ? undefined : number
    const parts = partsOf(message).flatMap((part) => chatPart(part, message.role, (text, holds) => mark(text, holds, of)))
    const last = chat.at(-1)
    if (last?.role === message.role && canJoin(last.parts, parts)) last.parts.push({ type: 'text', text: '\n\n' }, ...parts)
    else chat.push({ role: message.role, parts })
  }
  return chat
}

const canJoin = (...lists: readonly (readonly ChatPart[])[]): boolean =>
  lists.flat().every(({ type }) => type === 'text' || type === 'image')

function chatPart(part: PartWithText, role: PromptMessage['role'], mark: (text: string, holds: CellContent) => string): ChatPart[] {
  switch (part.type) {
    case 'text':
    case 'document':
      return [
        { type: 'text', text: role === 'system' ? mark(part.text, 'system') : mark(part.text, role === 'user' ? 'user' : 'assistant') },
      ]
    case 'image':
      return [{ type: 'image', id: part.id }]
    case 'reasoning':
      return [{ type: 'reasoning', text: mark(part.text, 'reasoning') }]
    case 'tool-call':
      return [{ type: 'tool-call', id: part.id, name: part.name, arguments: marked(part.arguments, (text) => mark(text, 'tool-call')) }]
    case 'tool-result':
      return [{ type: 'tool-result', id: part.id, name: part.name, text: mark(part.text, 'tool-result') }]
  }
}

/** Marks every string of a JSON value. Arguments that are not JSON are one text. */
function marked(json: string, mark: (text: string) => string): string {
  try {
    return JSON.stringify(JSON.parse(json), (_, value: unknown) => (typeof value === 'string' ? mark(value) : value))
  } catch {
    return mark(json)
  }
}
