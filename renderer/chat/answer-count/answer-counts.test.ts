import { describe, expect, it } from 'vitest'
import type { AppState } from '../../../core/contract/app/app-state'
import { answerCounts, areAnswersEqual, missingSequences } from './answer-counts'

const ready = (sequences: number) => ({ status: 'ready', context: { sequences } }) as unknown as AppState['model']

describe('the number of answers from one prefill', () => {
  it('can be one to eight', () => expect(answerCounts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
  it('requires one sequence for each answer', () => {
    expect(missingSequences(4, ready(1))).toBe(3)
    expect(missingSequences(4, ready(4))).toBe(0)
    expect(missingSequences(4, ready(6))).toBe(0)
  })
  it('requires no additional sequence if it is one, or if no model is loaded', () => {
    expect(missingSequences(1, ready(1))).toBe(0)
    expect(missingSequences(4, { status: 'none' })).toBe(0)
    expect(missingSequences(4, undefined)).toBe(0)
  })
  it('is of no use above one at temperature 0, where all answers are equal', () => {
    expect(areAnswersEqual(0)).toBe(true)
    expect(areAnswersEqual(0.2)).toBe(false)
    expect(areAnswersEqual(undefined)).toBe(false)
  })
})
