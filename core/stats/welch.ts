import { studentT } from './student-t'

export interface Sample {
  readonly deviation: number
  readonly count: number
}

/**
 * Half of the 95% interval of the difference between two means. Infinite for a single value.
 *
 * Source: B. L. Welch, "The generalization of 'Student's' problem when several different population variances are involved", Biometrika
 * 34 (1947). The degrees of freedom are rounded down.
 */
export function differenceHalf(left: Sample, right: Sample): number {
  if (left.count < 2 || right.count < 2) return Number.POSITIVE_INFINITY
  const [a, b] = [left.deviation ** 2 / left.count, right.deviation ** 2 / right.count]
  if (a + b === 0) return 0
  const freedom = (a + b) ** 2 / (a ** 2 / (left.count - 1) + b ** 2 / (right.count - 1))
  // The smaller number of values is the lower bound, which rounding errors must not cross.
  return studentT(Math.floor(freedom + 1e-9)) * Math.sqrt(a + b)
}
