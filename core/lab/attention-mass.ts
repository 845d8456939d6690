/** Fraction of the total attention that the largest weights account for. `share` is the fraction of the weights to count. */
export function topShare(weights: ArrayLike<number>, share: number): number {
  const descending = Float64Array.from(weights).sort().reverse()
  const count = Math.max(1, Math.ceil(share * descending.length))
  return sum(descending.subarray(0, count)) / sum(descending)
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0)
