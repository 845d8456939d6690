import type { PromptMessage } from '../../contract/chat/turn'
import { callOf, reasoningPiece, servedMessage, textPiece, toolMessage } from '../served-message'
import type { OllamaMessage } from './request-schema'

interface OpenCall {
  readonly id: string
  readonly name: string
}

/** Ollama's calls need no ids. A result belongs to the call with its ID; otherwise to the next call of the named tool; otherwise to the next call. */
export function messagesOf(messages: readonly OllamaMessage[]): PromptMessage[] {
  let open: OpenCall[] = []
  let calls = 0
  return messages.map((message) => {
    const { role, thinking, tool_calls } = message
    const content = message.content ?? ''
    if (role === 'tool') {
      const name = message.tool_name ?? message.name
      const found =
        open.find(({ id }) => id === message.tool_call_id) ?? open.find((call) => call.name === name) ?? (name ? undefined : open[0])
      open = open.filter((call) => call !== found)
      return toolMessage(found?.id ?? message.tool_call_id ?? `call_${calls++}`, found?.name ?? name ?? 'tool', content)
    }
    if (role !== 'assistant') return servedMessage(role, [textPiece(content)])
    const made = (tool_calls ?? []).map(({ id, function: { name, arguments: json } }) => ({ id: id ?? `call_${calls++}`, name, json }))
    open = made
    return servedMessage('assistant', [
      ...(thinking ? [reasoningPiece(thinking)] : []),
      textPiece(content),
      ...made.map(({ id, name, json }) => callOf(id, name, JSON.stringify(json))),
    ])
  })
}
