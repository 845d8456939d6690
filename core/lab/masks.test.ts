import { describe, expect, it } from 'vitest'
import { causalMask, maskKind } from './masks'

const rowsOf = (queries: number[], cells: number[]): number[][] => {
  const mask = causalMask(Int32Array.from(queries), Int32Array.from(cells))
  return queries.map((_, t) => [...mask.subarray(t * cells.length, (t + 1) * cells.length)])
}

describe('the three masks', () => {
  it('full prefill is a triangle', () => {
    expect(maskKind(3, 3)).toBe('prefill')
    expect(rowsOf([0, 1, 2], [0, 1, 2])).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ])
  })
  it('one-token decode hides nothing', () => {
    expect(maskKind(1, 4)).toBe('decode')
    expect(rowsOf([3], [0, 1, 2, 3])).toEqual([[1, 1, 1, 1]])
  })
  it('chunk decode sees all that was cached and a triangle of its own', () => {
    expect(maskKind(3, 7)).toBe('chunk')
    expect(rowsOf([4, 5, 6], [0, 1, 2, 3, 4, 5, 6])).toEqual([
      [1, 1, 1, 1, 1, 0, 0],
      [1, 1, 1, 1, 1, 1, 0],
      [1, 1, 1, 1, 1, 1, 1],
    ])
  })
  it('look at positions and not at places: gaps and another order change nothing', () => {
    expect(rowsOf([8, 9], [9, 0, 8, 5])).toEqual([
      [0, 1, 1, 1],
      [1, 1, 1, 1],
    ])
  })
})
