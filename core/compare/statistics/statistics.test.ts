import { describe, expect, it } from 'vitest'
import { firstDifference } from '../first-difference'
import { correctedMean } from './corrected-mean'
import { meanOf } from './estimate'
import { goodputOf } from './goodput'
import { listedProbability, PositionScorer } from './position-scorer'
import { qualityFigures } from './quality'

describe('meanOf', () => {
  it('returns the same standard error as llama-perplexity', () => {
    // sqrt(2/3 / 2) = 0.57735
    const { value, error } = meanOf([1, 2, 3])
    expect(value).toBe(2)
    expect(error).toBeCloseTo(0.57735, 5)
    expect(meanOf([5])).toEqual({ value: 5, error: 0 })
  })
})

describe('correctedMean', () => {
  const all = (values: readonly number[]) => values.map((exact, position) => ({ position, exact }))

  it('equals the ordinary mean if every position was read exactly', () => {
    expect(correctedMean([1, 2, 3], all([1, 2, 3]))).toEqual({ ...meanOf([1, 2, 3]), errorBound: 0 })
  })
  it('adds the mean difference of the positions that were read exactly', () => {
    // error² = 1.25 / 3 + 0.08 x (1/2 - 1/4), bound = 3 sqrt(0.02)
    const mean = correctedMean(
      [1, 2, 3, 4],
      [
        { position: 0, exact: 1.5 },
        { position: 2, exact: 3.1 },
      ],
    )
    expect(mean.value).toBeCloseTo(2.8, 12)
    expect(mean.errorBound).toBeCloseTo(0.42426, 5)
    expect(mean.error).toBeCloseTo(0.66081, 5)
  })
  it('equals the mean of all exact values, on average over every choice of two positions', () => {
    const approximate = [0.1, 0.4, 0.2, 0.9]
    const exact = [0.2, 0.4, 0.5, 1.1]
    const estimates = [0, 1, 2, 3].flatMap((one) =>
      [0, 1, 2, 3]
        .filter((other) => other > one)
        .map(
          (other) =>
            correctedMean(
              approximate,
              [one, other].map((position) => ({ position, exact: exact[position] as number })),
            ).value,
        ),
    )
    expect(meanOf(estimates).value).toBeCloseTo(meanOf(exact).value, 12)
  })
  it('has an unlimited error bound if no position was read exactly', () => {
    expect(correctedMean([1, 2], []).errorBound).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('PositionScorer', () => {
  const reference = [7, 0.5, 3, 0.25, 1, 0.25]
  const scorer = new PositionScorer(10)

  it('computes the divergence of the setting from the reference, in nats', () => {
    // 0.5 ln 2 - 0.25 ln 2 = 0.173287
    const score = scorer.score(reference, [3, 0.5, 7, 0.25, 1, 0.25], 0.25, 0.5)
    expect(score.divergence).toBeCloseTo(0.173287, 6)
    expect(score.sameTop).toBe(false)
    expect(score.nll).toBeCloseTo(Math.LN2, 12)
    expect(score.referenceNll).toBeCloseTo(2 * Math.LN2, 12)
  })
  it('computes a divergence of exactly 0 for two equal lists', () => {
    expect(scorer.score(reference, reference, 0.5, 0.5)).toMatchObject({ divergence: 0, sameTop: true })
    const odd = [0, 0.333, 1, 0.2221, 2, 0.123, 3, 0.0001]
    expect(scorer.score(odd, odd, 0.333, 0.333).divergence).toBe(0)
  })
  it('compares the heads of two distributions over the tokens that both contain', () => {
    // 2/3 ln(10/9) + 1/3 ln(5/6) = 0.0094664
    expect(scorer.score(reference, [7, 0.3, 3, 0.2, 9, 0.5], 0.5, 0.3).divergence).toBeCloseTo(0.0094664, 6)
  })
  it('ignores the previous position', () => {
    scorer.score(reference, [9, 0.9, 7, 0.1], 0.5, 0.1)
    expect(scorer.score([9, 1], [7, 1], 1, 1).divergence).toBe(Number.POSITIVE_INFINITY)
  })
})

it('listedProbability finds the probability of a token in a list', () => {
  const listed = [7, 0.5, 3, 0.25]
  expect(listedProbability(listed, 3)).toBe(0.25)
  expect(listedProbability(listed, 4)).toBeUndefined()
})

describe('qualityFigures', () => {
  const position = (divergence: number, p: number, referenceP: number, sameTop = true) => ({
    divergence,
    nll: -Math.log(p),
    referenceNll: -Math.log(referenceP),
    sameTop,
  })
  it('returns llama-perplexity’s figures for two positions, as computed by hand', () => {
    // ln PPL = 1.5 ln 2. Errors: ln ratio sqrt((ln 2 / 2)²) = 0.346574, RMS Δp sqrt(0.0625 / 2) = 0.176777.
    const figures = qualityFigures([position(0, 0.5, 0.5), position(0.2, 0.25, 0.5, false)], null)
    expect(figures.perplexity.value).toBeCloseTo(2.828427, 6)
    expect(figures.perplexity.error).toBeCloseTo(2.828427 * 0.346574, 5)
    expect(figures.referencePerplexity).toEqual({ value: expect.closeTo(2, 12), error: 0 })
    expect(figures.logPerplexityRatio.value).toBeCloseTo(0.346574, 6)
    expect(figures.rmsProbabilityChange.value).toBeCloseTo(0.176777, 6)
    // 0.03125 / (2 x 0.176777) = 0.0883883
    expect(figures.rmsProbabilityChange.error).toBeCloseTo(0.0883883, 6)
    expect(figures.divergence).toEqual({
      mean: 0.1,
      median: 0.1,
      p90: expect.closeTo(0.18, 12),
      p99: expect.closeTo(0.198, 12),
      p999: expect.closeTo(0.1998, 12),
      max: 0.2,
    })
    expect(figures.topAgreement).toEqual({ value: 0.5, error: 0.5 })
    expect(figures.errorBound).toBe(0)
  })
  it('uses the whole distribution if it was read', () => {
    const heads = [position(0.1, 0.5, 0.5), position(0.3, 0.5, 0.5)]
    const figures = qualityFigures(heads, [{ position: 1, score: position(0.4, 0.5, 0.5) }])
    expect(figures.divergence.max).toBe(0.4)
    expect(figures.divergence.mean).toBeCloseTo(0.3, 12)
    expect(figures.errorBound).toBeGreaterThan(0)
  })
})

describe('goodput', () => {
  const limits = { ttftMs: 100, itlMs: 20 }
  it('counts the turns that meet both limits', () => {
    const turns = [
      { ttftMs: 90, itlMs: [10, 10, 10] },
      { ttftMs: 101, itlMs: [10] },
      { ttftMs: null, itlMs: [] },
      { ttftMs: 50, itlMs: [30, 10] },
      { ttftMs: 100, itlMs: [] },
    ]
    expect(goodputOf(turns, limits)).toEqual({ good: 2, turns: 5, share: 0.4 })
    expect(goodputOf([], limits)).toEqual({ good: 0, turns: 0, share: null })
  })
})

describe('firstDifference', () => {
  it('returns the position of the first different token, or the end of the shorter answer', () => {
    expect(firstDifference([1, 2, 3], [1, 2, 3])).toBeNull()
    expect(firstDifference([1, 2, 3], [1, 5, 3])).toBe(1)
    expect(firstDifference([1, 2], [1, 2, 3])).toBe(2)
    expect(firstDifference([], [])).toBeNull()
  })
})
