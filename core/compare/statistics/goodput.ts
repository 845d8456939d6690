/** Source: DistServe, arXiv 2401.09670. */
import type { GoodputLimits } from '../../contract/compare/compare-tasks'
import { quantileOfSorted } from '../../stats/percentile'

export interface MeasuredTurn {
  readonly ttftMs: number | null
  readonly itlMs: ArrayLike<number>
}

export interface Goodput {
  readonly good: number
  readonly turns: number
  readonly share: number | null
}

export function goodputOf(turns: readonly MeasuredTurn[], limits: GoodputLimits): Goodput {
  const good = turns.filter((turn) => isGood(turn, limits)).length
  return { good, turns: turns.length, share: turns.length > 0 ? good / turns.length : null }
}

function isGood({ ttftMs, itlMs }: MeasuredTurn, limits: GoodputLimits): boolean {
  if (ttftMs === null || ttftMs > limits.ttftMs) return false
  return itlMs.length === 0 || quantileOfSorted(Float64Array.from(itlMs).sort(), 0.9) <= limits.itlMs
}
