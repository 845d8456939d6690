import type { ChatMessage, ChatPart } from '../../answer-syntax/messages'
import type { PromptMessage } from '../../contract/chat/turn'
import { chatMessages } from '../../messages/prompt-to-chat'
import type { ServerKind } from '../server-facts'
import type { RemoteMessage } from '../stream-events'

/** Servers that give their chat template the reasoning of earlier answers, so that it decides. Others can refuse it. */
const templatesDecide: readonly ServerKind[] = ['llama-server', 'vllm', 'sglang']

export const sendsReasoning = (kind: ServerKind, keepReasoning: boolean | null): boolean => keepReasoning ?? templatesDecide.includes(kind)

/** Reasoning of earlier answers is sent only if it is kept. */
export const remoteMessages = (messages: readonly PromptMessage[], keepReasoning: boolean): RemoteMessage[] =>
  chatMessages(messages).flatMap((message) => messagesOf(message, keepReasoning))

function messagesOf({ role, parts }: ChatMessage, keepReasoning: boolean): RemoteMessage[] {
  switch (role) {
    case 'system':
    case 'user':
      return [{ role, text: textOf(parts, 'text') }]
    case 'assistant': {
      const reasoning = keepReasoning ? textOf(parts, 'reasoning') : ''
      const calls = parts.flatMap((part) =>
        part.type === 'tool-call' ? [{ id: part.id, name: part.name, arguments: part.arguments }] : [],
      )
      return [{ role, text: textOf(parts, 'text'), reasoning: reasoning === '' ? null : reasoning, calls }]
    }
    case 'tool':
      return parts.flatMap((part) => (part.type === 'tool-result' ? [{ role, callId: part.id, name: part.name, text: part.text }] : []))
  }
}

const textOf = (parts: readonly ChatPart[], type: 'text' | 'reasoning'): string =>
  parts.flatMap((part) => (part.type === type ? [part.text] : [])).join('')
