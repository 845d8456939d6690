/** The part of all attention that the largest `share` of the weights gets. */
export function topShare(weights: ArrayLike<number>, share: number): number {
  const descending = Float64Array.from(weights).sort().reverse()
  const count = Math.max(1, Math.ceil(share * descending.length))
  return sum(descending.subarray(0, count)) / sum(descending)
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0)
