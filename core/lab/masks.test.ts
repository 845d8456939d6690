import { describe, expect, it } from 'vitest'
import { isVisible } from './masks'

const rowsOf = (queries: number[], cells: number[]): number[][] =>
  queries.map((query) => cells.map((cell) => (isVisible(query, cell) ? 1 : 0)))

describe('the attention mask', () => {
  it('is a triangle for prefill', () => {
    expect(rowsOf([0, 1, 2], [0, 1, 2])).toEqual([
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ])
  })
  it('shows all cells to a token in decode', () => {
    expect(rowsOf([3], [0, 1, 2, 3])).toEqual([[1, 1, 1, 1]])
  })
  it('shows a chunk all cached tokens, and a triangle of its own tokens', () => {
    expect(rowsOf([4, 5, 6], [0, 1, 2, 3, 4, 5, 6])).toEqual([
      [1, 1, 1, 1, 1, 0, 0],
      [1, 1, 1, 1, 1, 1, 0],
      [1, 1, 1, 1, 1, 1, 1],
    ])
  })
  it('compares positions, so cells may have gaps and any order', () => {
    expect(rowsOf([8, 9], [9, 0, 8, 5])).toEqual([
      [0, 1, 1, 1],
      [1, 1, 1, 1],
    ])
  })
})
