import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { PromptMessage } from '../../../core/contract/chat/turn'

export function promptOf(system: string, path: readonly StoredMessage[]): PromptMessage[] {
  return [...(system ? [{ role: 'system' as const, text: system }] : []), ...spokenOn(path).map(promptMessageOf)]
}

export const promptMessageOf = ({
  role,
  text,
  parts,
  edited,
}: Pick<StoredMessage, 'role' | 'text' | 'parts' | 'edited'>): PromptMessage => ({
  role,
  text,
  ...(parts ? { parts } : {}),
  ...(edited ? { edited } : {}),
})

/** Indexes in the result of `promptOf`. */
export const pinnedOf = (system: string, path: readonly StoredMessage[]): number[] =>
  spokenOn(path).flatMap(({ pinned }, index) => (pinned ? [system ? index + 1 : index] : []))

const spokenOn = (path: readonly StoredMessage[]): StoredMessage[] => path.filter((message, index) => !isUnanswered(path, message, index))

/** True for a prompt whose turn failed before its first token, and for its empty answer. */
function isUnanswered(path: readonly StoredMessage[], message: StoredMessage, index: number): boolean {
  const silent = (candidate: StoredMessage | undefined) => candidate?.role === 'assistant' && candidate.text === ''
  return silent(message) || (message.role === 'user' && silent(path[index + 1]))
}
