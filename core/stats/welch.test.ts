import { describe, expect, it } from 'vitest'
import { differenceHalf } from './welch'

describe('half of the interval of a difference', () => {
  it('has Student’s t for the number of values: with three each, 2.776 standard errors, not two', () => {
    // Standard error sqrt(9/3 + 9/3) = 2.449; four degrees of freedom.
    expect(differenceHalf({ deviation: 3, count: 3 }, { deviation: 3, count: 3 })).toBeCloseTo(2.776 * 2.449, 1)
  })
  it('has the degrees of freedom of the noisier mean if the other has no noise', () => {
    expect(differenceHalf({ deviation: 3, count: 3 }, { deviation: 0, count: 30 })).toBeCloseTo((4.30265 * 3) / Math.sqrt(3), 9)
  })
  it('is 0 without noise, and infinite for a single value', () => {
    expect(differenceHalf({ deviation: 0, count: 3 }, { deviation: 0, count: 3 })).toBe(0)
    expect(differenceHalf({ deviation: 0, count: 1 }, { deviation: 1, count: 3 })).toBe(Number.POSITIVE_INFINITY)
  })
})
