import { describe, expect, it } from 'vitest'
import { canDoWithout, lostTokens } from './erase-cells'

describe('lostTokens', () => {
  it('counts the kept tokens before the lowest cell', () => {
    expect(lostTokens([{ from: 4, to: 300 }], 0)).toBe(0)
    // Tokens 0 to 5 have no cells. 4 and 5 are erased.
    expect(lostTokens([{ from: 4, to: 300 }], 6)).toBe(4)
    // Tokens 0 to 309 have no cells: 4 kept tokens before the gap, and 10 after it.
    expect(lostTokens([{ from: 4, to: 300 }], 310)).toBe(14)
    const gaps = [
      { from: 4, to: 14 },
      { from: 35, to: 60 },
    ]
    expect(lostTokens(gaps, 40)).toBe(25)
  })
  it('returns 0 if no tokens are kept before the gap', () => {
    expect(lostTokens([{ from: 0, to: 300 }], 0)).toBe(0)
    expect(lostTokens([{ from: 0, to: 300 }], 12)).toBe(0)
  })
})

describe('canDoWithout', () => {
  it('returns true if the next token’s window starts after the tokens without cells', () => {
    expect(canDoWithout(4, 204, 64)).toBe(true)
    // The token at position 68 attends to positions 5 to 68, and the token at 66 to positions 3 to 66.
    expect(canDoWithout(4, 68, 64)).toBe(true)
    expect(canDoWithout(4, 66, 64)).toBe(false)
  })
  it('returns false with full attention, unless all tokens have cells', () => {
    expect(canDoWithout(4, 204, undefined)).toBe(false)
    expect(canDoWithout(0, 204, undefined)).toBe(true)
  })
})
