import { expect, it } from 'vitest'
import type { StoredMessage } from '../../../core/contract/conversations'
import type { TurnMetrics } from '../../../core/contract/turn'
import { spansThen, turnMoments } from './turn-moments'

const answer = (metrics: Partial<TurnMetrics> | null) => ({ role: 'assistant', metrics }) as StoredMessage
const prompt = { role: 'user', metrics: null } as StoredMessage
const moment = { turn: 1, tokens: 10, reusedTokens: 0, processedTokens: 6, outputTokens: 4 }

it('a turn without figures is counted and left out', () => {
  const figures = { usedCells: 10, reusedTokens: 0, processedTokens: 6, outputTokens: 4 }
  expect(turnMoments([prompt, answer(null), prompt, answer(figures)])).toEqual([{ ...moment, turn: 2 }])
})

it('the cells held the beginning of what they hold now', () => {
  const now = [
    { from: 0, to: 6, holds: 'user' as const },
    { from: 6, to: 12, holds: 'assistant' as const },
  ]
  expect(spansThen(moment, now)).toEqual([
    { from: 0, to: 6, holds: 'user' },
    { from: 6, to: 10, holds: 'assistant' },
  ])
})

it('an answer that is not in the cells any more was an answer; of a prompt that is not nothing is said', () => {
  expect(spansThen(moment, [{ from: 0, to: 7, holds: 'user' }])).toEqual([
    { from: 0, to: 7, holds: 'user' },
    { from: 7, to: 10, holds: 'assistant' },
  ])
  expect(spansThen(moment, [{ from: 0, to: 3, holds: 'user' }])).toEqual([{ from: 0, to: 3, holds: 'user' }])
})
