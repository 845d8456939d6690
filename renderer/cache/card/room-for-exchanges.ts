import type { ConversationThread } from '../../../core/contract/chat/conversations'

/**
 * How many more messages with their answers fit, if they are as long as the average so far. undefined before the first answer, and for
 * conversations that drop text to make room.
 */
export function roomForExchanges({ messages, overflow }: ConversationThread, usedTokens: number, totalTokens: number): number | undefined {
  const exchanges = messages.filter(({ role, state }) => role === 'assistant' && state !== 'streaming').length
  if (exchanges === 0 || usedTokens === 0 || (overflow && overflow.policy !== 'stop')) return undefined
  return Math.floor(Math.max(0, totalTokens - usedTokens) / (usedTokens / exchanges))
}
