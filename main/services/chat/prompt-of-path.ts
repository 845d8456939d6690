/** What the model is given of a conversation: the system prompt and the path of messages that is shown, without what it never answered. */
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { PromptMessage } from '../../../core/contract/chat/turn'

/** `system` '': none. */
export function promptOf(system: string, path: readonly StoredMessage[]): PromptMessage[] {
  return [...(system ? [{ role: 'system' as const, text: system }] : []), ...spokenOn(path).map(({ role, text }) => ({ role, text }))]
}

/** Indexes of pinned messages in the same. */
export const pinnedOf = (system: string, path: readonly StoredMessage[]): number[] =>
  spokenOn(path).flatMap(({ pinned }, index) => (pinned ? [system ? index + 1 : index] : []))

const spokenOn = (path: readonly StoredMessage[]): StoredMessage[] => path.filter((message, index) => !isUnanswered(path, message, index))

/** A prompt whose answer failed before its first word, and that answer: the model never saw them. The last prompt always counts. */
function isUnanswered(path: readonly StoredMessage[], message: StoredMessage, index: number): boolean {
  const silent = (candidate: StoredMessage | undefined) => candidate?.role === 'assistant' && candidate.text === ''
  return silent(message) || (message.role === 'user' && silent(path[index + 1]))
}
