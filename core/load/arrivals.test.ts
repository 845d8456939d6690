import { expect, it } from 'vitest'
import { seededRandom } from '../stats/seeded-random'
import { poissonTimesMs } from './arrivals'

it('Poisson arrivals end after count / rate, are the same for the same seed, and never go back', () => {
  const times = poissonTimesMs(1000, 4, seededRandom(5))
  expect(times.at(-1)).toBeCloseTo(250_000, 6)
  expect(times).toEqual(poissonTimesMs(1000, 4, seededRandom(5)))
  expect(times).not.toEqual(poissonTimesMs(1000, 4, seededRandom(6)))
  expect(times.every((time, at) => time >= (times[at - 1] ?? 0))).toBe(true)
})
it('Poisson arrivals have gaps whose deviation equals their mean, and a third of them are shorter than 0.4 of it', () => {
  const times = poissonTimesMs(20_000, 10, seededRandom(1))
  const gaps = times.map((time, at) => time - (times[at - 1] ?? 0))
  const variance = gaps.reduce((sum, gap) => sum + (gap - 100) ** 2, 0) / gaps.length
  expect(Math.abs(Math.sqrt(variance) - 100)).toBeLessThan(4)
  // 1 - exp(-0.4) = 0.3297; four standard errors are 0.0133.
  expect(Math.abs(gaps.filter((gap) => gap < 40).length / gaps.length - 0.3297)).toBeLessThan(0.0133)
})
