import { describe, expect, it } from 'vitest'
import { type CandidateAnswer, cheapestWithin, nextCandidate } from './cheapest'
import { judgeEstimate, judgeRecallLoss, worstOf } from './judge'
import { lossInterval, recallInterval } from './recall'

describe('a limit', () => {
  it('counts as met or exceeded only if the figure is at least two standard errors away from it', () => {
    expect(judgeEstimate({ value: 0.008, error: 0.001 }, 0.01)).toBe('within')
    expect(judgeEstimate({ value: 0.008, error: 0.0011 }, 0.01)).toBe('unclear')
    expect(judgeEstimate({ value: 0.012, error: 0.0011 }, 0.01)).toBe('unclear')
    expect(judgeEstimate({ value: 0.0123, error: 0.0011 }, 0.01)).toBe('beyond')
  })
  it('of 0 is met only by figures that are exactly 0', () => {
    expect(judgeEstimate({ value: 0, error: 0 }, 0)).toBe('within')
    expect(judgeEstimate({ value: 1e-9, error: 0 }, 0)).toBe('beyond')
  })
  it('is exceeded by an infinite divergence; the verdict on a divergence that is not a number is unclear', () => {
    expect(judgeEstimate({ value: Number.POSITIVE_INFINITY, error: 0 }, 1)).toBe('beyond')
    expect(judgeEstimate({ value: Number.NaN, error: 0 }, 1)).toBe('unclear')
  })
  it('is exceeded if one of several figures exceeds it', () => {
    expect(worstOf(['within', 'beyond', 'unclear'])).toBe('beyond')
    expect(worstOf(['within', 'unclear'])).toBe('unclear')
    expect(worstOf(['within', 'within'])).toBe('within')
    expect(worstOf([])).toBe('unclear')
  })
})

describe('a confidence interval', () => {
  // Source: examples in Newcombe 1998 for method 10 at 95%.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [6, 7, 2, 7, 0.0582, 0.8062],
    [0, 10, 0, 20, -0.1611, 0.2775],
    [0, 10, 0, 10, -0.2775, 0.2775],
    [10, 10, 0, 20, 0.6791, 1],
  ])('equals Newcombe’s interval for the difference of %i/%i and %i/%i', (found, trials, otherFound, otherTrials, low, high) => {
    const interval = lossInterval({ found, trials }, { found: otherFound, trials: otherTrials })
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })
  it('has a width above 0 even for a recall of 100%', () => {
    // 1 - z² / (n + z²) = 1 - 3.84 / 43.84
    const { low, high } = recallInterval({ found: 40, trials: 40 })
    expect(low).toBeCloseTo(0.9124, 4)
    expect(high).toBe(1)
  })
})

describe('a loss of recall', () => {
  const all = { found: 40, trials: 40 }
  it('is within a limit only after enough trials', () => {
    expect(judgeRecallLoss(all, all, 0.1)).toBe('within')
    expect(judgeRecallLoss({ found: 10, trials: 10 }, { found: 10, trials: 10 }, 0.1)).toBe('unclear')
    expect(judgeRecallLoss(all, { found: 20, trials: 40 }, 0.1)).toBe('beyond')
    expect(judgeRecallLoss(all, { found: 36, trials: 40 }, 0.1)).toBe('unclear')
  })
  it('is unclear if the reference finds too few passkeys for a loss beyond the limit', () => {
    const none = { found: 0, trials: 40 }
    expect(judgeRecallLoss(none, none, 0.1)).toBe('unclear')
    expect(judgeRecallLoss({ found: 0, trials: 0 }, none, 0.1)).toBe('unclear')
  })
})

describe('a search for the cheapest candidate within a limit', () => {
  const budgets = Array.from({ length: 32 }, (_, at) => 8 * (at + 1))
  function search(answer: (budget: number) => CandidateAnswer) {
    const answers = new Map<number, CandidateAnswer>()
    const candidates = {
      all: budgets,
      costOf: (budget: number) => budget,
      isNoBetter: (one: number, other: number) => one < other,
      answerOf: (budget: number) => answers.get(budget),
    }
    for (let next = nextCandidate(candidates); next !== undefined; next = nextCandidate(candidates)) answers.set(next, answer(next))
    return { found: cheapestWithin(candidates), measured: answers.size }
  }

  it('measures at most 6 of 32 candidates, by halving', () => {
    for (const least of budgets) {
      const { found, measured } = search((budget) => (budget >= least ? 'within' : 'beyond'))
      expect(found).toBe(least)
      expect(measured).toBeLessThanOrEqual(6)
    }
  })
  it('finds nothing if no candidate is within the limit, and never counts an unclear figure as within it', () => {
    expect(search(() => 'beyond').found).toBeUndefined()
    expect(search((budget) => (budget >= 200 ? 'within' : budget >= 104 ? 'unclear' : 'beyond')).found).toBe(200)
  })
  it('skips a candidate that cannot be measured, and concludes nothing from it', () => {
    expect(search((budget) => (budget === 128 ? 'failed' : budget >= 64 ? 'within' : 'beyond')).found).toBe(64)
  })
})
