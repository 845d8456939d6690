/** Whether one setting is faster than another, beyond what the repetitions of both scatter. */
import { meanAndDeviation } from '../../stats/percentile'

/** Both sides of about 95 %: the difference of two means against its standard error. */
const standardErrors = 2

/** Tokens per second of each repetition, as llama-bench counts them. */
export const ratesOf = (tokens: number, samplesNs: readonly number[]): number[] => samplesNs.map((ns) => (tokens * 1e9) / ns)

/** With fewer than two repetitions on either side nobody can say: false. */
export function isFaster(candidate: readonly number[], incumbent: readonly number[]): boolean {
  if (candidate.length < 2 || incumbent.length < 2) return false
  const [left, right] = [meanAndDeviation(candidate), meanAndDeviation(incumbent)]
  const error = Math.sqrt(left.deviation ** 2 / candidate.length + right.deviation ** 2 / incumbent.length)
  return left.mean - right.mean > standardErrors * error
}
