import { describe, expect, it } from 'vitest'
import type { ConversationThread } from '../../../core/contract/chat/conversations'
import { roomLeft } from './room-left'

/** `sizes` are the tokens of each message with its answer. */
const turns = (sizes: readonly number[], change: Partial<ConversationThread> = {}) => {
  const ends = sizes.map((_, at) => sizes.slice(0, at + 1).reduce((sum, size) => sum + size))
  return {
    messages: ends.flatMap((end) => [{ metrics: null }, { metrics: { promptTokens: end - 10, outputTokens: 10 } }]),
    ...change,
  } as unknown as ConversationThread
}

describe('the room for more messages', () => {
  it('assumes that messages and answers stay as long as they were', () => {
    expect(roomLeft(turns([100, 100]), 2300)).toBe('plenty')
    expect(roomLeft(turns([100, 100]), 1000)).toBe('ten')
    expect(roomLeft(turns([100, 100]), 500)).toBe('few')
    expect(roomLeft(turns([100, 100]), 300)).toBe('one-or-two')
    expect(roomLeft(turns([100, 100]), 250)).toBe('little')
    expect(roomLeft(turns([100, 100]), 150)).toBe('little')
  })
  it('hardly depends on a single long message', () => {
    // The median is 65, so 10 more fit; after the second answer, it was 630.
    expect(roomLeft(turns([60, 1200, 50, 70]), 2048)).toBe('few')
    expect(roomLeft(turns([60, 60, 1200, 50, 70]), 2048)).toBe('ten')
  })
  it('does not rise when a short message follows, unless far more messages fit', () => {
    // After the second answer, 2 more fit; after the third, 9.
    expect(roomLeft(turns([50, 400]), 1100)).toBe('one-or-two')
    expect(roomLeft(turns([50, 400, 60]), 1100)).toBe('few')
    // First 5, then 18.
    expect(roomLeft(turns([50, 400]), 1600)).toBe('few')
    expect(roomLeft(turns([50, 400, 60]), 1600)).toBe('ten')
  })
  it('only falls while messages stay as long as they are', () => {
    const found = Array.from({ length: 39 }, (_, at) => roomLeft(turns(Array.from({ length: at + 2 }, () => 50)), 2048))
    expect(found.filter((room, at) => room !== found[at - 1])).toEqual(['plenty', 'ten', 'few', 'one-or-two', 'little'])
  })
  it('is unknown before the second answer is complete', () => {
    expect(roomLeft(turns([]), 1000)).toBeUndefined()
    expect(roomLeft(turns([100]), 1000)).toBeUndefined()
  })
  it('is not shown for a conversation that drops its oldest turns', () => {
    const overflow = { policy: 'drop-oldest', sinkTokens: 4, recentTokens: 'auto' } as const
    expect(roomLeft(turns([100, 100], { overflow }), 1000)).toBeUndefined()
  })
})
