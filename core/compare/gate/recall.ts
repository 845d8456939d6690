/**
 * How far a share of found passkeys could be from the truth by chance, also if all or none were found.
 *
 * Sources: E. B. Wilson's score interval (1927); for a difference, R. G. Newcombe, "Interval estimation for the difference between
 * independent proportions", Statistics in Medicine 17 (1998), method 10. Both settings answer the same prompts, which makes a real
 * difference easier to see than this interval says, never harder.
 */
import { clearStandardErrors } from '../statistics/thresholds'

export interface Recall {
  readonly found: number
  readonly trials: number
}

export interface Interval {
  readonly least: number
  readonly most: number
}

const shareOf = ({ found, trials }: Recall): number => found / trials

/** Shares from 0 to 1. Needs at least one trial. */
export function recallInterval(recall: Recall, standardErrors: number = clearStandardErrors): Interval {
  const { trials } = recall
  const share = shareOf(recall)
  const squares = standardErrors ** 2
  const middle = share + squares / (2 * trials)
  const spread = standardErrors * Math.sqrt((share * (1 - share)) / trials + squares / (4 * trials ** 2))
  const scale = 1 + squares / trials
  return { least: Math.max(0, (middle - spread) / scale), most: Math.min(1, (middle + spread) / scale) }
}

/** Of `before` minus `after`, from -1 to 1. */
export function lossInterval(before: Recall, after: Recall, standardErrors: number = clearStandardErrors): Interval {
  const [old, now] = [shareOf(before), shareOf(after)]
  const [oldInterval, nowInterval] = [recallInterval(before, standardErrors), recallInterval(after, standardErrors)]
  return {
    least: old - now - Math.hypot(old - oldInterval.least, nowInterval.most - now),
    most: old - now + Math.hypot(oldInterval.most - old, now - nowInterval.least),
  }
}
