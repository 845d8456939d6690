import { expect, it } from 'vitest'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { shownParts, ttftTurns } from './ttft-turns'

const times = { ttftMs: 100, queueMs: 50, tokeniseMs: 5, prefillMs: 40, firstTokenMs: 5, reusedTokens: 8, processedTokens: 2 }
const answer = (metrics: object) => ({ role: 'assistant', metrics: { ...times, ...metrics } }) as unknown as StoredMessage
const restored = { tokens: 8, bytes: 1024, ms: 42 }

it('a restore from disk is a part of its own, and the parts still add up to the TTFT', () => {
  const turns = ttftTurns([answer({}), answer({ restored })], 16)
  expect(turns[1]).toMatchObject({ queueMs: 8, restoreMs: 42 })
  expect(shownParts(turns).reduce((sum, part) => sum + (turns[1]?.[part] ?? 0), 0)).toBe(100)
})

it('a restore that took longer than the queue does not make the queue negative', () => {
  expect(ttftTurns([answer({ restored: { ...restored, ms: 60 } })], 16)[0]).toMatchObject({ queueMs: 0, restoreMs: 50 })
})

it('the part is left out if no turn restored a cache', () => {
  expect(shownParts(ttftTurns([answer({})], 16))).toEqual(['queueMs', 'tokeniseMs', 'prefillMs', 'firstTokenMs'])
})
