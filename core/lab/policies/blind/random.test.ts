/** Random numbers of mulberry32 with seed 7, computed independently in Python. */
import { expect, it } from 'vitest'
import { headCells } from '../../selection/testing/head-cells'
import { randomWith } from './random'

const heads = [headCells(12), headCells(12)]

it('Random keeps, in each head, the five cells with the highest random numbers', () => {
  expect(
    randomWith(7)
      .keep(heads, 5)
      .map((cells) => [...cells]),
  ).toEqual([
    [2, 3, 4, 8, 9],
    [0, 1, 5, 7, 9],
  ])
})
it('Random keeps different cells with a different seed', () => {
  expect(randomWith(8).keep(heads, 5)).not.toEqual(randomWith(7).keep(heads, 5))
})
