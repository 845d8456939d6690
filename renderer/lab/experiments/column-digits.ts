import { isEstimate, type ResultCell } from '../../../core/lab/experiments/experiment'

/** Decimal places: 0 for integers, else enough for about 4 significant digits of the largest value. 7 for rounding differences. */
export function digitsOf(cells: readonly ResultCell[]): number {
  const numbers = cells.map((cell) => (isEstimate(cell) ? cell.value : cell)).filter((cell) => typeof cell === 'number')
  if (numbers.every(Number.isInteger)) return 0
  const largest = Math.max(...numbers.map(Math.abs))
  // The error makes further digits meaningless.
  if (cells.some((cell) => isEstimate(cell) && cell.high >= 10)) return 1
  if (largest < 0.01) return 7
  if (largest < 10) return 3
  return largest < 100 ? 2 : 1
}
