/** Source: Newcombe, Statistics in Medicine 17 (1998), table I, method 3. */
import { expect, it } from 'vitest'
import { wilsonInterval } from './wilson'

it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('wilsonInterval gives %i of %i the published 95%% interval', (hits, count, low, high) => {
  const interval = wilsonInterval(hits / count, count)
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})
it('wilsonInterval is symmetric: swapping hits and misses gives 1 minus the limits', () => {
  const [few, many] = [wilsonInterval(0.1, 40), wilsonInterval(0.9, 40)]
  expect(many.low).toBeCloseTo(1 - few.high, 12)
  expect(many.high).toBeCloseTo(1 - few.low, 12)
})
