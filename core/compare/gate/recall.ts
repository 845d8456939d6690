/**
 * Intervals are valid even if all or no passkeys were found. With the same prompts for both settings, the interval of the loss is too wide
 * rather than too narrow.
 *
 * Source: R. G. Newcombe, "Interval estimation for the difference between independent proportions", Statistics in Medicine 17 (1998),
 * method 10.
 */
import { type Interval, wilsonInterval } from '../../stats/wilson'

export interface Recall {
  readonly found: number
  readonly trials: number
}

const shareOf = ({ found, trials }: Recall): number => found / trials

/** 95% interval of a share. Needs at least one trial. */
export const recallInterval = (recall: Recall): Interval => wilsonInterval(shareOf(recall), recall.trials)

/** 95% interval of `before` minus `after`. */
export function lossInterval(before: Recall, after: Recall): Interval {
  const [old, now] = [shareOf(before), shareOf(after)]
  const [oldInterval, nowInterval] = [recallInterval(before), recallInterval(after)]
  return {
    low: old - now - Math.hypot(old - oldInterval.low, nowInterval.high - now),
    high: old - now + Math.hypot(oldInterval.high - old, now - nowInterval.low),
  }
}
