import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Store } from '../../store/store'

/** Throws `conversation-not-found`, and `message-not-found` even if only the role differs. */
export function messageOf(
  store: Store,
  conversationId: string | null,
  messageId: string,
  role: 'user' | 'assistant' | 'tool',
): StoredMessage {
  const message = store.messages.get(messageId)
  const isAnswerWithoutPrompt = role === 'assistant' && message.parentId === null
  if (message.conversationId !== conversationId || message.role !== role || isAnswerWithoutPrompt)
    throw coded('message-not-found', { messageId })
  store.conversations.get(conversationId)
  return message
}
