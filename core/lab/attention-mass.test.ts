import { expect, it } from 'vitest'
import { topShare } from './attention-mass'

it('topShare adds up the largest fifth of the weights: 0.5 + 0.2 for ten weights', () => {
  expect(topShare([0.05, 0.5, 0.05, 0.05, 0.2, 0.05, 0.025, 0.025, 0.025, 0.025], 0.2)).toBeCloseTo(0.7, 9)
})
it('topShare rounds the number of cells up, and equals the share of the cells if all weights are equal', () => {
  expect(topShare(Array(20).fill(0.05), 0.2)).toBeCloseTo(0.2, 9)
  expect(topShare([1, 1, 1], 0.2)).toBeCloseTo(1 / 3, 9)
})
