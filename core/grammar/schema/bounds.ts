import type { NumberBound } from '../values/numbers'

export function boundHolds(value: number, bound: NumberBound | null, which: 'least' | 'most'): boolean {
  if (bound === null) return true
  const distance = which === 'least' ? value - bound.value : bound.value - value
  return distance > 0 || (distance === 0 && bound.inclusive)
}

/** True if no number is within both bounds. */
export function areApart(most: NumberBound | null, least: NumberBound | null): boolean {
  if (most === null || least === null) return false
  return most.value < least.value || (most.value === least.value && !(most.inclusive && least.inclusive))
}
