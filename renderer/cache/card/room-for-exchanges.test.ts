import { describe, expect, it } from 'vitest'
import type { ConversationThread } from '../../../core/contract/chat/conversations'
import { roomForExchanges } from './room-for-exchanges'

/** `ends` are the tokens in the context after each answer. */
const turns = (ends: readonly number[], change: Partial<ConversationThread> = {}) =>
  ({
    messages: ends.flatMap((end) => [{ metrics: null }, { metrics: { promptTokens: end - 10, outputTokens: 10 } }]),
    ...change,
  }) as unknown as ConversationThread

describe('the room for more messages', () => {
  it('assumes that messages and answers stay as long as they were', () => {
    expect(roomForExchanges(turns([100, 200]), 200, 1000)).toBe(8)
    expect(roomForExchanges(turns([100, 200]), 950, 1000)).toBe(0)
    expect(roomForExchanges(turns([100, 200]), 1100, 1000)).toBe(0)
  })
  it('hardly depends on a single long message', () => {
    // The turns have 60, 1,200, 50 and 70 tokens. The median is 65.
    expect(roomForExchanges(turns([60, 1260, 1310, 1380]), 1380, 2048)).toBe(10)
  })
  it('is unknown before the second answer is complete', () => {
    expect(roomForExchanges(turns([]), 0, 1000)).toBeUndefined()
    expect(roomForExchanges(turns([100]), 100, 1000)).toBeUndefined()
  })
  it('is not shown for a conversation that drops its oldest turns', () => {
    const overflow = { policy: 'drop-oldest', sinkTokens: 4, recentTokens: 'auto' } as const
    expect(roomForExchanges(turns([100, 200], { overflow }), 200, 1000)).toBeUndefined()
  })
})
