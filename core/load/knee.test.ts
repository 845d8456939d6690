import { expect, it } from 'vitest'
import { kneeOf } from './knee'

it('the knee of an M/M/1 queue is at half of its capacity', () => {
  // Latency = 1 / (capacity - rate).
  const rates = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const knee = kneeOf(rates.map((rate) => ({ throughput: rate, latencyMs: 1000 / (10 - rate) })))
  expect(knee).toEqual({ index: rates.indexOf(5), at: 'inside' })
})
it.each([4, 8, 16])(
  'the knee of a closed system without variance is at the concurrency at which its bottleneck is just busy: %i',
  (busy) => {
    // Throughput grows with the concurrency until the bottleneck is busy; from then on, only the latency grows.
    const loads = [1, 2, 4, 8, 16, 32]
    const points = loads.map((load) => ({ throughput: Math.min(load, busy) / 0.5, latencyMs: 500 * Math.max(1, load / busy) }))
    expect(kneeOf(points)).toEqual({ index: loads.indexOf(busy), at: 'inside' })
  },
)
it('the knee can be outside of the loads that were measured', () => {
  const linear = [1, 2, 4].map((load) => ({ throughput: load, latencyMs: 100 }))
  expect(kneeOf(linear)).toEqual({ index: 2, at: 'last' })
  const full = [1, 2, 4].map((load) => ({ throughput: 10, latencyMs: 100 * load }))
  expect(kneeOf(full)).toEqual({ index: 0, at: 'first' })
})
it('a knee needs three loads with answers', () => {
  const point = { throughput: 1, latencyMs: 1 }
  expect(kneeOf([point, point])).toBeNull()
  expect(kneeOf([point, null, point, { throughput: 0, latencyMs: 1 }])).toBeNull()
})
