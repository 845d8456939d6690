import { expect, it } from 'vitest'
import { neighborsFromHalves, reorderedRows } from './rope-order'

it('neighborsFromHalves pairs the two halves of six rotated elements, and leaves the other two in place', () => {
  // Pairs (0, 3), (1, 4), (2, 5).
  expect([...neighborsFromHalves(8, 6)]).toEqual([0, 3, 1, 4, 2, 5, 6, 7])
})
it('reorderedRows reorders the rows of every head in the same way', () => {
  const rows = Float32Array.from({ length: 16 }, (_, i) => i)
  expect([...reorderedRows(rows, neighborsFromHalves(4, 4), 2)]).toEqual([0, 1, 4, 5, 2, 3, 6, 7, 8, 9, 12, 13, 10, 11, 14, 15])
})
