import type { ConversationThread } from '../../../core/contract/chat/conversations'

const leastTurns = 2

/**
 * How many more messages with their answers fit, if they are as long as the median so far: one very long message says little about the next
 * one. undefined before the second answer, and for conversations that drop text to make room.
 */
export function roomForExchanges({ messages, overflow }: ConversationThread, usedTokens: number, totalTokens: number): number | undefined {
  if (overflow && overflow.policy !== 'stop') return undefined
  const ends = messages.flatMap(({ metrics }) => (metrics ? [metrics.promptTokens + metrics.outputTokens] : []))
  const sizes = ends.map((end, at) => end - (ends[at - 1] ?? 0)).filter((size) => size > 0)
  if (sizes.length < leastTurns) return undefined
  return Math.floor(Math.max(0, totalTokens - usedTokens) / median(sizes))
}

function median(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle] ?? 1, sorted[middle] ?? 1]
  return (low + high) / 2
}
