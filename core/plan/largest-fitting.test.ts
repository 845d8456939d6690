import { describe, expect, it } from 'vitest'
import { largestFitting } from './largest-fitting'

function looked(limit: number, excessOf: (count: number) => number) {
  let looks = 0
  const found = largestFitting(limit, (count) => {
    looks++
    return excessOf(count)
  })
  return { found, looks }
}

describe('largestFitting', () => {
  it('returns the same count as a linear search, whatever the shape of the curve', () => {
    const curves: readonly ((count: number) => number)[] = [
      (count) => count - 50,
      (count) => 7 * count - 500,
      (count) => (count < 30 ? count - 60 : 1000 * count),
      (count) => count ** 3 - 12_345,
      (count) => (count > 41 ? Number.POSITIVE_INFINITY : -1),
      () => 1,
      () => -1,
    ]
    for (const excessOf of curves)
      for (const limit of [0, 1, 2, 3, 64, 100]) {
        let walked = 0
        while (walked < limit && excessOf(walked + 1) <= 0) walked++
        expect(looked(limit, excessOf).found).toBe(walked)
      }
  })
  it('needs few steps if memory grows linearly, and at most twice as many as bisection for other curves', () => {
    expect(looked(1 << 23, (count) => 1000 * count - 123_456_789).looks).toBeLessThan(8)
    expect(looked(1 << 20, (count) => 2 ** (count / 1000) - 2 ** 100).looks).toBeLessThan(42)
  })
})
