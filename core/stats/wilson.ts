/** 95%, two-sided. */
const normalQuantile = 1.959964

export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * The 95% interval of a share of `count` trials. For a mean of shares, it may be too wide, because their variance is below p (1 - p).
 * Source: E. B. Wilson, Journal of the American Statistical Association 22 (1927), 209-212.
 */
export function wilsonInterval(share: number, count: number): Interval {
  const z2 = normalQuantile ** 2 / count
  const center = (share + z2 / 2) / (1 + z2)
  const half = (normalQuantile * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count))) / (1 + z2)
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) }
}
