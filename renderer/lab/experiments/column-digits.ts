import type { ResultCell } from '../../../core/lab/experiments/experiment'

/**
 * Digits behind the point for all numbers of a column, so that points stand below each other: none where all are whole, otherwise as
 * many as leave the largest with three or four that count; seven for differences that are rounding.
 */
export function digitsOf(cells: readonly ResultCell[]): number {
  const numbers = cells.filter((cell) => typeof cell === 'number')
  if (numbers.every(Number.isInteger)) return 0
  const largest = Math.max(...numbers.map(Math.abs))
  if (largest < 0.01) return 7
  if (largest < 10) return 3
  return largest < 100 ? 2 : 1
}
