import { meanAndDeviation } from '../../stats/percentile'

/** Confidence of about 95%, two-sided. */
const standardErrors = 2

export const ratesOf = (tokens: number, samplesNs: readonly number[]): number[] => samplesNs.map((ns) => (tokens * 1e9) / ns)

export function isFaster(candidate: readonly number[], incumbent: readonly number[]): boolean {
  if (candidate.length < 2 || incumbent.length < 2) return false
  const [left, right] = [meanAndDeviation(candidate), meanAndDeviation(incumbent)]
  const error = Math.sqrt(left.deviation ** 2 / candidate.length + right.deviation ** 2 / incumbent.length)
  return left.mean - right.mean > standardErrors * error
}
