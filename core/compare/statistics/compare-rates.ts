/** Whether one setting is faster than another, beyond the scatter of their repetitions. */
import { meanAndDeviation } from '../../stats/percentile'

/** A difference of two means must exceed this many of its standard errors: about 95 %, two-sided. */
const standardErrors = 2

/** Tokens per second of each repetition, as llama-bench counts them. */
export const ratesOf = (tokens: number, samplesNs: readonly number[]): number[] => samplesNs.map((ns) => (tokens * 1e9) / ns)

/** False if either side has fewer than two repetitions. */
export function isFaster(candidate: readonly number[], incumbent: readonly number[]): boolean {
  if (candidate.length < 2 || incumbent.length < 2) return false
  const [left, right] = [meanAndDeviation(candidate), meanAndDeviation(incumbent)]
  const error = Math.sqrt(left.deviation ** 2 / candidate.length + right.deviation ** 2 / incumbent.length)
  return left.mean - right.mean > standardErrors * error
}
