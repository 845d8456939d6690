import { expect, it } from 'vitest'
import { digitsOf } from './column-digits'

it('digitsOf chooses the number of decimal places of a column by its largest value', () => {
  expect(digitsOf([1, 16_384, null])).toBe(0)
  expect(digitsOf(['MHA', 'MLA'])).toBe(0)
  expect(digitsOf([0, 0.169, 28.7])).toBe(2)
  expect(digitsOf([2.2529, 2])).toBe(3)
  expect(digitsOf([6.9, 8440.1])).toBe(1)
  expect(digitsOf([0.0000041, 0.0000057])).toBe(7)
  expect(
    digitsOf([
      { value: 97.5, low: 84.1, high: 99.6 },
      { value: 20, low: 10.5, high: 34.8 },
    ]),
  ).toBe(1)
})
