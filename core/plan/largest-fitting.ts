/**
 * Returns the largest count with an excess of at most 0. `excessOf` must not decrease. It is usually almost linear, so interpolation needs
 * about 5 calls where bisection needs 20.
 */
export function largestFitting(limit: number, excessOf: (count: number) => number): number {
  if (limit < 1) return 0
  let [low, lowExcess] = [1, excessOf(1)]
  if (lowExcess > 0) return 0
  let [high, highExcess] = [limit, excessOf(limit)]
  if (highExcess <= 0) return limit
  let isSlow = false
  while (high - low > 1) {
    const width = high - low
    const share = isSlow || !Number.isFinite(highExcess) ? 0.5 : -lowExcess / (highExcess - lowExcess)
    const look = Math.min(high - 1, Math.max(low + 1, low + Math.floor(width * share)))
    const excess = excessOf(look)
    if (excess <= 0) [low, lowExcess] = [look, excess]
    else [high, highExcess] = [look, excess]
    isSlow = !isSlow && high - low > width / 2
  }
  return low
}
