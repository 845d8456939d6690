import { describe, expect, it } from 'vitest'
import type { AppState } from '../../../core/contract/app/app-state'
import { answerCounts, missingSequences, refusedCounts } from './answer-counts'

const ready = (sequences: number) => ({ status: 'ready', context: { sequences } }) as unknown as AppState['model']

describe('answers from one prefill', () => {
  it('are one to eight', () => expect(answerCounts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]))
  it('need a sequence each', () => {
    expect(missingSequences(4, ready(1))).toBe(3)
    expect(missingSequences(4, ready(4))).toBe(0)
    expect(missingSequences(4, ready(6))).toBe(0)
  })
  it('need nothing for one answer, and nobody knows without a model', () => {
    expect(missingSequences(1, ready(1))).toBe(0)
    expect(missingSequences(4, { status: 'none' })).toBe(0)
    expect(missingSequences(4, undefined)).toBe(0)
  })
  it('would all be the same at temperature 0', () => {
    expect(refusedCounts(0)).toContain('same')
    expect(refusedCounts(0.2)).toBeUndefined()
    expect(refusedCounts(undefined)).toBeUndefined()
  })
})
