import { describe, expect, it } from 'vitest'
import type { ConversationThread, StoredMessage } from '../../../core/contract/chat/conversations'
import { roomForExchanges } from './room-for-exchanges'

const turns = (count: number, change: Partial<ConversationThread> = {}) =>
  ({
    messages: Array.from({ length: count }, () => [{ role: 'user' }, { role: 'assistant', state: 'complete' }]).flat(),
    ...change,
  }) as unknown as ConversationThread

describe('the room for more messages', () => {
  it('assumes that messages and answers stay as long as they were', () => {
    expect(roomForExchanges(turns(2), 200, 1000)).toBe(8)
    expect(roomForExchanges(turns(2), 950, 1000)).toBe(0)
    expect(roomForExchanges(turns(2), 1100, 1000)).toBe(0)
  })
  it('is unknown before the first answer is complete', () => {
    expect(roomForExchanges(turns(0), 0, 1000)).toBeUndefined()
    const streaming = { messages: [{ role: 'user' }, { role: 'assistant', state: 'streaming' }] as StoredMessage[] }
    expect(roomForExchanges(turns(0, streaming), 50, 1000)).toBeUndefined()
  })
  it('is not shown for a conversation that drops its oldest turns', () => {
    const overflow = { policy: 'drop-oldest', sinkTokens: 4, recentTokens: 'auto' } as const
    expect(roomForExchanges(turns(2, { overflow }), 200, 1000)).toBeUndefined()
  })
})
