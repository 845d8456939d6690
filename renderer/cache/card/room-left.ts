import type { ConversationThread } from '../../../core/contract/chat/conversations'
import { median } from '../../../core/stats/percentile'

/** The fewest messages with their answers that fit, by what the card says. The smallest first. */
const fewest = { little: 0, 'one-or-two': 1, few: 3, ten: 8, plenty: 20 } as const
export type RoomLeft = keyof typeof fewest
const rooms = Object.keys(fewest) as RoomLeft[]
const levelOf = (exchanges: number): number => rooms.findLastIndex((room) => exchanges >= fewest[room])

const leastTurns = 2
const mostTurns = 40
/** The card promises more room than before only if this many times as many messages fit as that takes. */
const riseFactor = 2

/**
 * How many more messages with their answers fit after the last answer, if they are as long as the median so far: one very long message says little about
 * the next one. Short messages after long ones hardly change it. undefined before the second answer, and for conversations that drop text to make room.
 */
export function roomLeft({ messages, overflow }: ConversationThread, totalTokens: number): RoomLeft | undefined {
  if (overflow && overflow.policy !== 'stop') return undefined
  const ends = messages.flatMap(({ metrics }) => (metrics ? [metrics.promptTokens + metrics.outputTokens] : []))
  const turns = ends.map((end, at) => ({ end, size: end - (ends[at - 1] ?? 0) })).filter(({ size }) => size > 0)
  const recent = turns.slice(-mostTurns)
  let level: number | undefined
  for (let count = leastTurns; count <= recent.length; count++) {
    const freeTokens = Math.max(0, totalTokens - (recent[count - 1]?.end ?? 0))
    const exchanges = Math.floor(freeTokens / median(recent.slice(0, count).map(({ size }) => size)))
    const next = levelOf(exchanges)
    level = level === undefined ? next : Math.min(next, Math.max(level, levelOf(exchanges / riseFactor)))
  }
  return level === undefined ? undefined : rooms[level]
}
