import { describe, expect, it } from 'vitest'
import { turnPieces } from './turn-pieces'

describe('the pieces of an answer', () => {
  it('divide the gaps in order, and each has its median gap, the cells in its middle and its end time', () => {
    // Two pieces of eight gaps: 36 ms and 116 ms.
    const gaps = [1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18]
    const cells = gaps.map((_, at) => 101 + at)
    expect(turnPieces(gaps, cells, 50)).toEqual([
      { usedCells: 105, itlMs: 4.5, endMs: 86 },
      { usedCells: 113, itlMs: 14.5, endMs: 202 },
    ])
  })
  it('are at most 16, and cover every gap', () => {
    const gaps = Array.from({ length: 1001 }, () => 2)
    const pieces = turnPieces(gaps, gaps, 0)
    expect(pieces).toHaveLength(16)
    expect(pieces.at(-1)?.endMs).toBe(2002)
  })
  it('are missing if the answer has fewer than eight gaps', () => {
    expect(turnPieces([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7], 0)).toEqual([])
  })
})
