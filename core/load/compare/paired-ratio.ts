import { leastRelativeDifference } from '../../compare/statistics/thresholds'
import { meanAndDeviation } from '../../stats/percentile'
import { studentT } from '../../stats/student-t'

/** How many times the first server's figure the second server has, with the 95% interval. */
export interface PairedRatio {
  readonly ratio: number
  readonly low: number
  readonly high: number
  readonly rounds: number
}

export type PairedVerdict = 'higher' | 'lower' | 'equal' | 'unclear'

const leastRounds = 3

/**
 * Each round measures both servers one after the other, so the drift of a round cancels out in its ratio. The interval is that of Student's t
 * for the mean of the logarithms. Returns null for fewer than three usable rounds.
 */
export function pairedRatio(first: readonly (number | null)[], second: readonly (number | null)[]): PairedRatio | null {
  const logs = first.flatMap((one, round) => {
    const other = second[round]
    return one !== null && other !== null && other !== undefined && one > 0 && other > 0 ? [Math.log(other / one)] : []
  })
  if (logs.length < leastRounds) return null
  const { mean, deviation } = meanAndDeviation(logs)
  const half = studentT(logs.length - 1) * (deviation / Math.sqrt(logs.length))
  return { ratio: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half), rounds: logs.length }
}

/** `equal`: chance or a difference of less than 2% explains it. `unclear`: the interval is too wide to say so. */
export function verdictOfRatio({ ratio, low, high }: PairedRatio): PairedVerdict {
  const least = leastRelativeDifference
  if (low >= 1 - least && high <= 1 + least) return 'equal'
  if (low <= 1 && high >= 1) return 'unclear'
  if (Math.abs(ratio - 1) < least) return 'equal'
  return ratio > 1 ? 'higher' : 'lower'
}
