/** Linear interpolation between ranks, as in numpy. `share`: 0 to 1. NaN for an empty list. */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  if (sorted.length === 0) return Number.NaN
  const rank = share * (sorted.length - 1)
  const below = Math.floor(rank)
  const low = sorted[below] as number
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number
  return low + (high - low) * (rank - below)
}

export function percentilesOf(values: ArrayLike<number>): { p50: number; p90: number; p99: number } | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  return { p50: quantileOfSorted(sorted, 0.5), p90: quantileOfSorted(sorted, 0.9), p99: quantileOfSorted(sorted, 0.99) }
}

export function median(values: ArrayLike<number>): number {
  return quantileOfSorted(Float64Array.from(values).sort(), 0.5)
}

/** Sample standard deviation (n - 1), as in llama-bench; 0 for a single value. */
export function meanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  if (values.length < 2) return { mean, deviation: 0 }
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) }
}
