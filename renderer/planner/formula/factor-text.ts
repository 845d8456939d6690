import { formatNumber } from '../../../core/text/number-language'

/** The error of a formula: `5.8 × too high`, `1.9 × too low`. */
export function factorText(factor: number): string {
  if (factor === 0) return 'counts nothing'
  const times = factor >= 1 ? factor : 1 / factor
  const digits = times >= 100 ? 0 : times >= 10 ? 1 : 2
  const isWhole = Number(times.toFixed(digits)) % 1 === 0
  return `${formatNumber(times, isWhole ? 0 : digits)} × too ${factor >= 1 ? 'high' : 'low'}`
}
