import type { ChatMessage, ChatPart } from '../../answer-syntax/messages'
import type { ImageData } from '../../contract/chat/documents'
import type { PromptMessage } from '../../contract/chat/turn'
import { chatMessages } from '../../messages/prompt-to-chat'
import type { ServerKind } from '../server-facts'
import type { RemoteImage, RemoteMessage } from '../stream-events'

/** Servers that give their chat template the reasoning of earlier answers, so that it decides. Others can refuse it. */
const templatesDecide: readonly ServerKind[] = ['llama-server', 'vllm', 'sglang']

export const sendsReasoning = (kind: ServerKind, keepReasoning: boolean | null): boolean => keepReasoning ?? templatesDecide.includes(kind)

/** Reasoning of earlier answers is sent only if it is kept. */
export const remoteMessages = (messages: readonly PromptMessage[], keepReasoning: boolean, images: Images = {}): RemoteMessage[] =>
  chatMessages(messages).flatMap((message) => messagesOf(message, keepReasoning, images))

/** By the id in the parts of the messages. */
type Images = Readonly<Record<string, ImageData>>

function messagesOf({ role, parts }: ChatMessage, keepReasoning: boolean, images: Images): RemoteMessage[] {
  switch (role) {
    case 'system':
      return [{ role, text: textOf(parts, 'text') }]
    case 'user': {
      const shown = parts.flatMap((part): RemoteImage | [] => (part.type === 'image' ? (images[part.id] ?? []) : []))
      return [{ role, text: textOf(parts, 'text'), ...(shown.length > 0 ? { images: shown } : {}) }]
    }
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
