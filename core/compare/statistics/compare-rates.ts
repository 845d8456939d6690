import { meanAndDeviation } from '../../stats/percentile'
import { differenceHalf } from '../../stats/welch'

export const ratesOf = (tokens: number, samplesNs: readonly number[]): number[] => samplesNs.map((ns) => (tokens * 1e9) / ns)

/** True if the 95% interval of the difference is above 0. */
export function isFaster(candidate: readonly number[], incumbent: readonly number[]): boolean {
  if (candidate.length < 2 || incumbent.length < 2) return false
  const [left, right] = [meanAndDeviation(candidate), meanAndDeviation(incumbent)]
  const half = differenceHalf({ ...left, count: candidate.length }, { ...right, count: incumbent.length })
  return left.mean - right.mean > half
}
