import type { Random } from '../stats/seeded-random'

export type Arrivals =
  /** The next request is sent when one of `concurrency` requests ends. */
  | { readonly kind: 'closed'; readonly concurrency: number }
  | { readonly kind: 'poisson'; readonly perSecond: number }
  /** Requests are sent at the times in the trace. */
  | { readonly kind: 'trace' }

/**
 * In ms from the start of the run. The gaps are exponential, then scaled so that the last request arrives after count / rate.
 *
 * Source: `get_request` in vllm/benchmarks/serve.py, vLLM 0.33.0, with burstiness 1.
 */
export function poissonTimesMs(count: number, perSecond: number, random: Random): number[] {
  let sum = 0
  const times = Array.from({ length: count }, () => {
    sum -= Math.log(1 - random())
    return sum
  })
  const scale = sum > 0 ? (count / perSecond) * (1000 / sum) : 0
  return times.map((time) => time * scale)
}
