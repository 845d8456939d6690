import { expect, it } from 'vitest'
import type { CellGap } from '../../../core/contract/cache/cache'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { TurnMetrics } from '../../../core/contract/chat/turn'
import { spansThen, turnMoments } from './turn-moments'

const answer = (metrics: Partial<TurnMetrics> | null) => ({ role: 'assistant', metrics }) as StoredMessage
const prompt = { role: 'user', metrics: null } as StoredMessage
const moment = { turn: 1, tokens: 10, reusedTokens: 0, processedTokens: 6, outputTokens: 4, leftOutTokens: 0 }
const gaps: CellGap[] = []

it('turnMoments counts a turn without figures, but leaves it out of the timeline', () => {
  const figures = { usedCells: 10, reusedTokens: 0, processedTokens: 6, outputTokens: 4 }
  expect(turnMoments([prompt, answer(null), prompt, answer(figures)])).toEqual([{ ...moment, turn: 2 }])
})

it('spansThen returns the current spans, up to the length of the earlier turn', () => {
  const now = [
    { from: 0, to: 6, holds: 'user' as const },
    { from: 6, to: 12, holds: 'assistant' as const },
  ]
  expect(spansThen(moment, { spans: now, gaps })).toEqual([
    { from: 0, to: 6, holds: 'user' },
    { from: 6, to: 10, holds: 'assistant' },
  ])
})

it('spansThen restores an answer that the cells no longer contain, but not a prompt', () => {
  expect(spansThen(moment, { spans: [{ from: 0, to: 7, holds: 'user' }], gaps })).toEqual([
    { from: 0, to: 7, holds: 'user' },
    { from: 7, to: 10, holds: 'assistant' },
  ])
  expect(spansThen(moment, { spans: [{ from: 0, to: 3, holds: 'user' }], gaps })).toEqual([{ from: 0, to: 3, holds: 'user' }])
})

it('turnMoments counts the tokens that the context has dropped by the end of each turn', () => {
  const figures = { usedCells: 10, reusedTokens: 0, processedTokens: 6, outputTokens: 4 }
  const overflow = { policy: 'drop-oldest' as const, messages: [1], droppedTokens: 5, leftOutTokens: 5 }
  const moments = turnMoments([prompt, answer(figures), prompt, answer({ ...figures, overflow }), prompt, answer(figures)])
  expect(moments.map(({ leftOutTokens }) => leftOutTokens)).toEqual([0, 5, 5])
})

it('spansThen ends at the first gap if the context has dropped tokens since that turn', () => {
  const now = { spans: [{ from: 0, to: 12, holds: 'user' as const }], gaps: [{ at: 4, tokens: 5, begunMessages: 1 }] }
  expect(spansThen(moment, now)).toEqual([{ from: 0, to: 4, holds: 'user' }])
  expect(spansThen({ ...moment, leftOutTokens: 5 }, now)).toEqual([{ from: 0, to: 10, holds: 'user' }])
})
