/** Keeps unchanged message objects, so that React draws only new and changed ones when a thread is read again. */
import type { ConversationThread, StoredMessage } from '../../../core/contract/chat/conversations'

export function withKnownMessages(before: ConversationThread | undefined, read: ConversationThread): ConversationThread {
  if (!before || before.conversation.id !== read.conversation.id) return read
  const known = new Map([...before.answers, ...before.messages].map((message) => [message.id, message]))
  const kept = (message: StoredMessage) => unchanged(known.get(message.id), message) ?? message
  return { ...read, messages: read.messages.map(kept), answers: read.answers.map(kept) }
}

function unchanged(before: StoredMessage | undefined, now: StoredMessage): StoredMessage | undefined {
  if (!before || before.state === 'streaming' || before.state !== now.state) return undefined
  const sameSiblings = before.siblingIds.length === now.siblingIds.length && before.siblingIds.every((id, i) => id === now.siblingIds[i])
  return sameSiblings && before.pinned === now.pinned ? before : undefined
}
