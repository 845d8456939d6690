import { momentsOf } from '../compare/statistics/estimate'
import { quantileOfSorted } from '../stats/percentile'

export interface Spread {
  readonly mean: number
  readonly median: number
  /** The standard deviation of the population, as in `numpy.std`. */
  readonly deviation: number
  readonly p90: number
  readonly p95: number
  readonly p99: number
}

/** null if there are no values. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const { mean, variance } = momentsOf(sorted)
  return {
    mean,
    median: quantileOfSorted(sorted, 0.5),
    deviation: Math.sqrt(variance),
    p90: quantileOfSorted(sorted, 0.9),
    p95: quantileOfSorted(sorted, 0.95),
    p99: quantileOfSorted(sorted, 0.99),
  }
}
