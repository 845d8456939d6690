/** Items of OpenAI's Responses API as messages. */
import type { PromptMessage } from '../../contract/chat/turn'
import { fieldRefused } from '../refusal'
import { unsealed } from '../sealed-reasoning'
import { callOf, reasoningPiece, servedMessage, textPiece, toolMessage } from '../served-message'
import { argumentsOf } from './custom-tools'
import { joinedName } from './namespaces'
import type { InputItem, ItemContent } from './request-schema'

type Piece = ReturnType<typeof textPiece>

export interface KnownItems {
  /** undefined if no stored response has the item. */
  item(id: string): InputItem | undefined
  /** Calls of earlier responses: id → name. */
  readonly calls: ReadonlyMap<string, string>
}

/** Consecutive items of the assistant are one answer. `names` gets the calls of the items. Throws `api-field-refused`. */
export function messagesOf(items: readonly InputItem[], known: KnownItems): PromptMessage[] {
  const messages: PromptMessage[] = []
  const names = new Map(known.calls)
  let answer: Piece[] = []
  const endAnswer = () => {
    if (answer.length > 0) messages.push(servedMessage('assistant', answer))
    answer = []
  }
  items.forEach((each, index) => {
    const item = each.type === 'item_reference' ? resolved(each.id, known, index) : each
    if (item.type === 'reasoning') answer.push(reasoningPiece(reasoningText(item)))
    else if (item.type === 'function_call') {
      const name = joinedName(item)
      names.set(item.call_id, name)
      answer.push(callOf(item.call_id, name, item.arguments))
    } else if (item.type === 'custom_tool_call') {
      names.set(item.call_id, item.name)
      answer.push(callOf(item.call_id, item.name, argumentsOf(item.input)))
    } else if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
      endAnswer()
      const name = names.get(item.call_id)
      if (name === undefined)
        throw fieldRefused(`input[${index}].call_id`, { kind: 'zod', quoted: 'No earlier item is a call with this call_id' })
      messages.push(toolMessage(item.call_id, name, typeof item.output === 'string' ? item.output : contentText(item.output)))
    } else if (item.type === 'item_reference') throw fieldRefused(`input[${index}].id`, { kind: 'value-not-supported' })
    else if (item.role === 'assistant') answer.push(textPiece(contentText(item.content)))
    else {
      endAnswer()
      messages.push(servedMessage(item.role === 'user' ? 'user' : 'system', [textPiece(contentText(item.content))]))
    }
  })
  endAnswer()
  return messages
}

function resolved(id: string, known: KnownItems, index: number): InputItem {
  const item = known.item(id)
  if (!item) throw fieldRefused(`input[${index}].id`, { kind: 'zod', quoted: 'No stored response has an item with this id' })
  return item
}

/** The text itself is exact; a summary is better than nothing. */
function reasoningText({ content, encrypted_content, summary }: Extract<InputItem, { type: 'reasoning' }>): string {
  if (content && content.length > 0) return content.map(({ text }) => text).join('')
  const opened = encrypted_content ? unsealed(encrypted_content) : undefined
  return opened ?? (summary ?? []).map(({ text }) => text).join('\n')
}

const contentText = (content: ItemContent): string => (typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'))
