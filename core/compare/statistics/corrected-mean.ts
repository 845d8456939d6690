/**
 * The mean of a quantity that is approximate at all N positions and exact at m of them:
 *
 *   mean = mean(approximate, all N) + mean(exact - approximate, sampled m)
 *   error² = variance / N + variance of the differences x (1/m - 1/N)
 *
 * Source: double sampling with a difference estimator, W. G. Cochran, "Sampling Techniques", 3rd edition, chapter 12.
 */
import { type Estimate, momentsOf } from './estimate'

export interface CorrectedMean extends Estimate {
  /** Three standard errors of the correction alone. 0 if m = N. */
  readonly errorBound: number
}

export interface ExactSample {
  readonly position: number
  readonly exact: number
}

export function correctedMean(approximate: ArrayLike<number>, samples: readonly ExactSample[]): CorrectedMean {
  const all = approximate.length
  const { mean, variance } = momentsOf(approximate)
  const own = all < 2 ? 0 : variance / (all - 1)
  if (samples.length === 0) return { value: mean, error: Math.sqrt(own), errorBound: Number.POSITIVE_INFINITY }
  const differences = samples.map(({ position, exact }) => exact - (approximate[position] as number))
  const difference = momentsOf(differences)
  const sampled = samples.length
  const scatter = sampled < 2 ? difference.mean ** 2 : (difference.variance * sampled) / (sampled - 1)
  const correction = Math.max(0, scatter * (1 / sampled - 1 / all))
  return { value: mean + difference.mean, error: Math.sqrt(own + correction), errorBound: 3 * Math.sqrt(correction) }
}
