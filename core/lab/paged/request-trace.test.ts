import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../stats/seeded-random'
import { drawRequest, memoryShares, reservations } from './request-trace'

const settings = { poolTokens: 1 << 16, contextTokens: 2048, blockTokens: 16, steps: 4000 }
const shares = reservations.map((reservation) => memoryShares(reservation, seededRandom(7), settings))

describe('the synthetic trace', () => {
  it('draws prompts and outputs that fit the context, with the mean lengths from the paper', () => {
    const random = seededRandom(1)
    const drawn = Array.from({ length: 20_000 }, () => drawRequest(random, 2048))
    const mean = (of: (request: (typeof drawn)[number]) => number) => drawn.reduce((sum, one) => sum + of(one), 0) / drawn.length
    expect(
      drawn.every(({ promptTokens, outputTokens }) => promptTokens >= 1 && outputTokens >= 1 && promptTokens + outputTokens <= 2048),
    ).toBe(true)
    expect(mean(({ promptTokens }) => promptTokens)).toBeGreaterThan(145)
    expect(mean(({ promptTokens }) => promptTokens)).toBeLessThan(170)
    expect(mean(({ outputTokens }) => outputTokens)).toBeGreaterThan(300)
    expect(mean(({ outputTokens }) => outputTokens)).toBeLessThan(350)
  })
  it('reports shares of used, reserved and free memory that add up to the whole pool', () => {
    for (const { tokens, reserved, free } of shares) {
      expect(tokens + reserved + free).toBeCloseTo(1, 9)
      expect(Math.min(tokens, reserved, free)).toBeGreaterThanOrEqual(0)
    }
  })
  it('fills 15 to 60% of the memory with contiguous reservations, and over 90% with blocks', () => {
    const [max, pow2, oracle, paged] = shares.map(({ tokens }) => tokens) as [number, number, number, number]
    expect(max).toBeGreaterThan(0.15)
    expect(max).toBeLessThan(pow2)
    expect(pow2).toBeLessThan(oracle)
    expect(oracle).toBeLessThan(0.6)
    expect(paged).toBeGreaterThan(0.9)
  })
})
