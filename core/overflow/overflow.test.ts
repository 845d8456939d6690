import { describe, expect, it } from 'vitest'
import type { OverflowRequest } from '../contract/settings/overflow'
import { cellOf, gapTokens, joinGaps, newGaps, positionOf, withoutGaps } from './gaps'
import { type MessageRange, messagesIn, type OverflowQuestion, planOverflow } from './plan-overflow'

describe('gaps', () => {
  const gaps = [
    { from: 2, to: 5 },
    { from: 7, to: 8 },
  ]
  it('remove their positions from the text', () => {
    expect(withoutGaps([...'0123456789'], gaps).join('')).toBe('015689')
    expect(gapTokens(gaps)).toBe(4)
  })
  it('change the positions of the cells after them', () => {
    expect([0, 2, 3, 5, 6, 7, 8, 9].map((position) => cellOf(gaps, position))).toEqual([0, 2, 2, 2, 3, 4, 4, 5])
    expect([0, 1, 2, 3, 4, 5].map((cell) => positionOf(gaps, cell))).toEqual([0, 1, 5, 6, 8, 9])
  })
  it('are merged if they touch', () => {
    expect(
      joinGaps([
        { from: 7, to: 8 },
        { from: 2, to: 5 },
        { from: 5, to: 7 },
        { from: 9, to: 9 },
      ]),
    ).toEqual([{ from: 2, to: 8 }])
  })
  it('can be compared with earlier gaps to find the new ones', () => {
    expect(newGaps(gaps, [{ from: 1, to: 9 }])).toEqual([
      { from: 1, to: 2 },
      { from: 5, to: 7 },
      { from: 8, to: 9 },
    ])
    expect(newGaps(gaps, gaps)).toEqual([])
  })
})

/** A system prompt of 10 tokens and five messages of 20. The template writes 5 tokens before each and at the end. */
const ranges: MessageRange[] = (['system', 'user', 'assistant', 'user', 'assistant', 'user'] as const).map((role, index) => {
  const from = index === 0 ? 5 : 20 + (index - 1) * 25
  return { index, role, from, to: from + (index === 0 ? 10 : 20) }
})
const request: OverflowRequest = { policy: 'drop-oldest', sinkTokens: 4, recentTokens: 'auto', pinned: [] }
const question: OverflowQuestion = { request, ranges, textTokens: 145, gaps: [], limitTokens: 120, newestFrom: 120 }

describe('dropping the oldest turns', () => {
  it('frees a quarter of the context, and keeps the system prompt and the newest message', () => {
    // Without the first turn, 95 of 145 tokens remain. At most 90 may remain.
    expect(planOverflow(question)).toEqual([{ from: 20, to: 120 }])
    expect(planOverflow({ ...question, limitTokens: 130 })).toEqual([{ from: 20, to: 70 }])
  })
  it('keeps turns with a pinned message', () => {
    expect(planOverflow({ ...question, request: { ...request, pinned: [2] } })).toEqual([{ from: 70, to: 120 }])
    expect(planOverflow({ ...question, request: { ...request, pinned: [1, 3] } })).toBeNull()
  })
  it('does nothing while there is room, and keeps earlier gaps', () => {
    expect(planOverflow({ ...question, limitTokens: 145 })).toEqual([])
    const gaps = [{ from: 20, to: 70 }]
    expect(planOverflow({ ...question, gaps })).toEqual(gaps)
  })
  it('returns null if the system prompt and the newest message do not fit in the context', () => {
    expect(planOverflow({ ...question, limitTokens: 40 })).toBeNull()
  })
})

it('messagesIn lists the messages that are completely inside a gap', () => {
  expect(messagesIn([{ from: 20, to: 70 }], ranges)).toEqual([1, 2])
  expect(messagesIn([{ from: 20, to: 69 }], ranges)).toEqual([1, 2])
  expect(messagesIn([{ from: 25, to: 70 }], ranges)).toEqual([2])
})

describe('keeping the first and the last tokens', () => {
  const ends: OverflowQuestion = { ...question, request: { ...request, policy: 'sink-recency' } }
  it('frees half of the context in the middle', () => {
    // (120 - 4) / 2 = 58 tokens stay at the end.
    expect(planOverflow(ends)).toEqual([{ from: 4, to: 87 }])
  })
  it('never cuts the newest message of a prompt', () => {
    const short = { ...ends, request: { ...ends.request, recentTokens: 10 } }
    expect(planOverflow(short)).toEqual([{ from: 4, to: 120 }])
    expect(planOverflow({ ...short, newestFrom: 145 })).toEqual([{ from: 4, to: 135 }])
  })
  it('extends the existing gap', () => {
    expect(planOverflow({ ...ends, textTokens: 300, gaps: [{ from: 4, to: 87 }], newestFrom: 300 })).toEqual([{ from: 4, to: 242 }])
  })
  it('returns null if the first and last tokens do not fit in the context', () => {
    expect(planOverflow({ ...ends, request: { ...ends.request, recentTokens: 130 } })).toBeNull()
  })
})

it('planOverflow returns null if the policy is to stop', () => {
  expect(planOverflow({ ...question, request: { ...request, policy: 'stop' } })).toBeNull()
})
