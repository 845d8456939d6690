import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../stats/seeded-random'
import { studentT } from '../../stats/student-t'
import { blockMean, blockShare } from './block-mean'
import { meanOf } from './estimate'
import { topKQuality } from './top-k-quality'

describe('the mean of blocks', () => {
  it('has the interval of Student’s t over the means of blocks of the same size', () => {
    // Means 2, 4 and 9: mean 5, deviation 3.605551, half 4.30265 x 3.605551 / sqrt(3) = 8.956686.
    const mean = blockMean([
      [1, 3],
      [4, 4],
      [8, 10],
    ])
    expect(mean?.value).toBe(5)
    expect(mean?.low).toBeCloseTo(5 - 8.956686, 4)
    expect(mean?.high).toBeCloseTo(5 + 8.956686, 4)
  })
  it('weighs each value the same if blocks have different sizes', () => {
    expect(blockMean([[1, 1, 1], [5]])?.value).toBe(2)
  })
  it('has no limits with one block, and does not exist without values', () => {
    expect(blockMean([[1, 2]])).toEqual({ value: 1.5, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY })
    expect(blockMean([])).toBeNull()
    expect(blockMean([[], []])).toBeNull()
  })
  it('covers the true mean in about 95% of samples whose values depend on each other, unlike an interval over single values', () => {
    const random = seededRandom(11)
    const samples = 2000
    let [covered, coveredBySingle] = [0, 0]
    for (let sample = 0; sample < samples; sample++) {
      const blocks = Array.from({ length: 16 }, () => {
        const level = random() + random() + random()
        return Array.from({ length: 16 }, () => level + random() - 0.5)
      })
      const { low, high } = blockMean(blocks) ?? { low: 0, high: 0 }
      if (low <= 1.5 && high >= 1.5) covered++
      const { value, error } = meanOf(blocks.flat())
      if (Math.abs(value - 1.5) <= studentT(255) * error) coveredBySingle++
    }
    expect(covered / samples).toBeGreaterThan(0.93)
    expect(covered / samples).toBeLessThan(0.97)
    expect(coveredBySingle / samples).toBeLessThan(0.5)
  })
})

describe('a share', () => {
  it('is uncertain even if all answers are yes', () => {
    const share = blockShare([Array(10).fill(true), Array(10).fill(true)])
    // Wilson, 20 of 20.
    expect(share?.value).toBe(1)
    expect(share?.low).toBeCloseTo(0.8389, 4)
    expect(share?.high).toBe(1)
  })
  it('stays between 0 and 1', () => {
    const share = blockShare([Array(10).fill(true), Array(10).fill(false)])
    expect(share).toEqual({ value: 0.5, low: 0, high: 1 })
  })
})

describe('the figures of two servers', () => {
  const position = { divergence: 0.1, covered: 0.9, sameTop: true, logprobChange: 0.2, referenceNll: 1, nll: 1.5 }
  it('have perplexities and their ratio', () => {
    const figures = topKQuality([[position, position], [position]])
    expect(figures).toMatchObject({ positions: 3, windows: 2 })
    expect(figures?.referencePerplexity?.value).toBeCloseTo(Math.E, 9)
    expect(figures?.perplexityRatio?.value).toBeCloseTo(Math.exp(0.5), 9)
  })
  it('have no perplexity if one position lacks the probability of the text’s token', () => {
    const figures = topKQuality([[position, { ...position, nll: null }], [position]])
    expect(figures?.referencePerplexity).not.toBeNull()
    expect(figures?.perplexity).toBeNull()
    expect(figures?.perplexityRatio).toBeNull()
  })
  it('do not exist without positions', () => {
    expect(topKQuality([[], []])).toBeNull()
  })
})
