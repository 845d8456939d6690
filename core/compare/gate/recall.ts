/**
 * How much recall a setting may have lost, also if all or none of the passkeys were found.
 *
 * Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17 (1998),
 * method 10. Both settings answer the same prompts, which makes a real difference easier to see than this interval says, never harder.
 */
import { type Interval, wilsonInterval } from '../../stats/wilson'

export interface Recall {
  readonly found: number
  readonly trials: number
}

const shareOf = ({ found, trials }: Recall): number => found / trials

/** 95 % interval of a share, 0 to 1. Needs at least one trial. */
export const recallInterval = (recall: Recall): Interval => wilsonInterval(shareOf(recall), recall.trials)

/** 95 % interval of `before` minus `after`, from -1 to 1. */
export function lossInterval(before: Recall, after: Recall): Interval {
  const [old, now] = [shareOf(before), shareOf(after)]
  const [oldInterval, nowInterval] = [recallInterval(before), recallInterval(after)]
  return {
    low: old - now - Math.hypot(old - oldInterval.low, nowInterval.high - now),
    high: old - now + Math.hypot(oldInterval.high - old, now - nowInterval.low),
  }
}
