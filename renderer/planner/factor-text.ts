/** By how much a wrong formula errs: `5.8 × too high`, `1.9 × too low`. */
export function factorText(factor: number): string {
  if (factor === 0) return 'counts nothing'
  const times = factor >= 1 ? factor : 1 / factor
  const text = times >= 100 ? times.toFixed(0) : times >= 10 ? times.toFixed(1) : times.toFixed(2)
  return `${text.replace(/\.0+$/, '')} × too ${factor >= 1 ? 'high' : 'low'}`
}
