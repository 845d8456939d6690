import { describe, expect, it } from 'vitest'
import { isVisible } from './masks'

/** 1 if the row's query may read the column's cell. */
const rowsOf = (queries: number[], cells: number[]): number[][] =>
  queries.map((query) => cells.map((cell) => (isVisible(query, cell) ? 1 : 0)))

describe('the three masks', () => {
  it('prefill is a triangle', () => {
    expect(rowsOf([0, 1, 2], [0, 1, 2])).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ])
  })
  it('one-token decode hides nothing', () => {
    expect(rowsOf([3], [0, 1, 2, 3])).toEqual([[1, 1, 1, 1]])
  })
  it('a chunk sees everything cached, and a triangle of itself', () => {
    expect(rowsOf([4, 5, 6], [0, 1, 2, 3, 4, 5, 6])).toEqual([
      [1, 1, 1, 1, 1, 0, 0],
      [1, 1, 1, 1, 1, 1, 0],
      [1, 1, 1, 1, 1, 1, 1],
    ])
  })
  it('depend on positions only, so gaps and another order change nothing', () => {
    expect(rowsOf([8, 9], [9, 0, 8, 5])).toEqual([
      [0, 1, 1, 1],
      [1, 1, 1, 1],
    ])
  })
})
