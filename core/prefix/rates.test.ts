import { expect, it } from 'vitest'
import { fetchMs, processMs, type Rates } from './rates'
import { evenRates, holdingWith } from './testing/sample-holdings'

const growing: Rates = {
  ...evenRates,
  processing: [
    { depth: 100, msPerToken: 2 },
    { depth: 200, msPerToken: 3 },
    { depth: 300, msPerToken: 7 },
  ],
}

it('processMs adds up the time of each depth, and continues the lines of the measured ones', () => {
  expect(processMs(evenRates, 20, 50)).toBe(30)
  expect(processMs(growing, 100, 200)).toBe(250)
  expect(processMs(growing, 0, 100)).toBe(150)
  expect(processMs(growing, 150, 250)).toBe(0.5 * (2.5 + 3) * 50 + 0.5 * (3 + 5) * 50)
  expect(processMs(growing, 300, 400)).toBe(900)
  expect(processMs(growing, 50, 50)).toBe(0)
})
it('processMs of 4,096 tokens equals the measured 6,280 ± 322 ms, from pp512 at two depths', () => {
  // docs/speed.md: 60 M, f16, 2 threads. pp512 is the mean of 512 depths.
  const processing = [
    { depth: 256, msPerToken: 1000 / 2182 },
    { depth: 1024 + 256, msPerToken: 1000 / 939 },
  ]
  expect(Math.abs(processMs({ ...evenRates, processing }, 0, 4096) - 6280)).toBeLessThan(322)
})
it('fetchMs counts all cells of a sequence, and all bytes of a copy or file', () => {
  expect(fetchMs(evenRates, holdingWith({}))).toBe(10)
  expect(fetchMs(evenRates, holdingWith({ tier: 'memory', amount: 400 }))).toBe(4)
  expect(fetchMs(evenRates, holdingWith({ tier: 'disk', amount: 400 }))).toBe(45)
})
