import { describe, expect, it } from 'vitest'
import type { RecordedLane } from '../../../core/contract/lab/lab'
import { answerAt, firstDifference, laneAt, momentsOf, stepAt, visibleToken } from './lane-at'

const step = (part: 'old' | 'prompt' | 'answer', firstToken: number, tokens: number, heldCells: number, evictedCells: number) => ({
  part,
  firstToken,
  tokens,
  heldCells,
  evictedCells,
})
/** 2 tokens of an earlier conversation, 4 of a prompt in 2 steps, and 2 of an answer. */
const lane: RecordedLane = {
  policy: 'window',
  fault: 'keeps-old-cells',
  oldTokens: 2,
  promptTokens: 4,
  tokens: ['x', 'y', 'a', 'b', 'c', 'd', 'E', 'F'].map((text, i) => ({ text, probability: i < 3 ? null : 0.5 / (i - 2) })),
  steps: [step('old', 0, 2, 2, 0), step('prompt', 2, 2, 4, 0), step('prompt', 4, 2, 5, 1), step('answer', 6, 1, 5, 1)],
  answer: 'EF',
  hasEnded: false,
}

describe('the state of a lane at a moment', () => {
  it('is the first step of the prompt at moment 0, and the last step once the lane has ended', () => {
    expect(momentsOf(lane)).toBe(3)
    expect([0, 1, 2, 9].map((moment) => stepAt(lane, moment))).toEqual([1, 2, 3, 3])
  })
  it('has the number of tokens processed and cells evicted up to that moment', () => {
    expect(laneAt(lane, 0)).toMatchObject({ processed: 4, evictedCells: 0 })
    expect(laneAt(lane, 2)).toMatchObject({ processed: 7, evictedCells: 2 })
  })
  it('has the perplexity of the prompt only, from the probabilities 1/2, 1/4 and 1/6', () => {
    expect(laneAt(lane, 0).perplexity).toBeNull()
    // exp((ln 2 + ln 4 + ln 6) / 3) = the cube root of 48.
    expect(laneAt(lane, 2).perplexity).toBeCloseTo(48 ** (1 / 3), 10)
  })
  it('has the answer up to that moment, and the whole answer at the end', () => {
    expect(answerAt(lane, 6, false)).toBe('')
    expect(answerAt(lane, 7, false)).toBe('E')
    expect(answerAt(lane, 7, true)).toBe('EF')
  })
})

it('firstDifference returns the position of the first word that differs between two answers, or the end of the shorter answer', () => {
  expect(firstDifference('is 3530', 'is 019')).toBe(3)
  expect(firstDifference('the small sled', 'the sled')).toBe(4)
  expect(firstDifference('sled', 'small')).toBe(0)
  expect(firstDifference('abc', 'ab')).toBe(2)
  expect(firstDifference('same', 'same')).toBeNull()
})

it('visibleToken shows a line break or an empty text as a symbol', () => {
  expect(visibleToken('a\n')).toBe('a⏎')
  expect(visibleToken('')).toBe('∅')
})
