import { describe, expect, it } from 'vitest'
import { canDoWithout, lostTokens } from './erase-cells'

describe('the positions of kept tokens without cells', () => {
  it('are those before the lowest remaining cell that are not erased', () => {
    // All cells are present.
    expect(lostTokens([{ from: 4, to: 300 }], 0)).toBe(0)
    // Cells 0 to 5 are missing. 4 and 5 are dropped anyway.
    expect(lostTokens([{ from: 4, to: 300 }], 6)).toBe(4)
    // Cells 0 to 309 are missing: the first 4, and 10 after the gap.
    expect(lostTokens([{ from: 4, to: 300 }], 310)).toBe(14)
    // Two gaps, with 10 and 5 tokens below the lowest cell, 40.
    const gaps = [
      { from: 4, to: 14 },
      { from: 35, to: 60 },
    ]
    expect(lostTokens(gaps, 40)).toBe(25)
  })
  it('do not exist if nothing is kept before the gap', () => {
    expect(lostTokens([{ from: 0, to: 300 }], 0)).toBe(0)
    expect(lostTokens([{ from: 0, to: 300 }], 12)).toBe(0)
  })
})

describe('continuing an answer after tokens have lost their cells', () => {
  it('is allowed if the next token’s window starts after those tokens', () => {
    // The token at position 204 attends to 64 tokens including itself: positions 141 to 204.
    expect(canDoWithout(4, 204, 64)).toBe(true)
    // A token at position 67 attends to 4 to 67. A token at 66 also needs 3.
    expect(canDoWithout(4, 68, 64)).toBe(true)
    expect(canDoWithout(4, 66, 64)).toBe(false)
  })
  it('is refused under full attention, unless no token has lost its cell', () => {
    expect(canDoWithout(4, 204, undefined)).toBe(false)
    expect(canDoWithout(0, 204, undefined)).toBe(true)
  })
})
