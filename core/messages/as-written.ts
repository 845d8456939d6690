/** Which messages a prompt can repeat as they are, and what a template that knows no tools gets. */
import type { PromptMessage } from '../contract/chat/turn'
import { partsOf } from './parts-of'

/** False for an imported answer: a model writes markup around its reasoning, and the name of a tool into its call. */
export function isAsWritten(message: PromptMessage): boolean {
  const parts = partsOf(message)
  return parts.every((part, index) => {
    if (part.type === 'tool-call') return part.name !== '' && part.text.includes(part.name)
    if (part.type !== 'reasoning') return true
    const before = parts[index - 1]?.to ?? 0
    const after = parts[index + 1]?.from ?? message.text.length
    return part.from > before || (part.to ?? message.text.length) < after
  })
}

/** A template that knows no tools can refuse calls and results, or leave them out of the prompt. */
export function withoutTools(message: PromptMessage, can: { readonly toolCalls: boolean; readonly toolResults: boolean }): PromptMessage {
  const { role, text, parts } = message
  if (role === 'tool' && !can.toolResults) return { role: 'user', text }
  if (role !== 'assistant' || can.toolCalls || !parts?.some(({ type }) => type === 'tool-call')) return message
  return { role, text, parts: parts.map((part) => (part.type === 'tool-call' ? { type: 'text', from: part.from, to: part.to } : part)) }
}
