/** 97.5% of the normal distribution. */
const normal = 1.959964

/**
 * The 97.5% quantile of Student's t distribution. Exact for one and two degrees of freedom, within 0.2% for more.
 *
 * Source: M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions", 26.7.5.
 */
export function studentT(freedom: number): number {
  if (freedom < 1) return Number.POSITIVE_INFINITY
  if (freedom === 1) return 12.7062
  if (freedom === 2) return 4.30265
  const z = normal
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ]
  return terms.reduce((sum, term, at) => sum + term / freedom ** (at + 1), z)
}
