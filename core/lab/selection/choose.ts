import type { ScoredPolicy } from './policy'

/** [first, end) */
export const range = (first: number, end: number): number[] => Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)

export const newest = (cells: number, count: number): number[] => range(Math.max(0, cells - count), cells)

/** Best first. The newer cell wins a tie. */
export const best = (candidates: readonly number[], scores: ArrayLike<number>, count: number): number[] =>
  candidates.toSorted((a, b) => (scores[b] as number) - (scores[a] as number) || b - a).slice(0, Math.max(0, count))

export const ascending = (cells: readonly number[]): Int32Array => Int32Array.from(cells).sort()

export function keepBest(cells: number, budget: number, always: readonly number[], scores: ArrayLike<number>): Int32Array {
  if (cells <= budget) return ascending(range(0, cells))
  const fixed = new Set(always)
  const others = range(0, cells).filter((cell) => !fixed.has(cell))
  return ascending([...fixed, ...best(others, scores, budget - fixed.size)])
}

/** (cells): the newest `count` get Infinity. */
export function withNewest(scores: ArrayLike<number>, cells: number, count: number): Float64Array {
  return Float64Array.from({ length: cells }, (_, cell) => (cell < cells - count ? (scores[cell] as number) : Number.POSITIVE_INFINITY))
}

/** (cells) */
export function meanOfRows(rows: readonly ArrayLike<number>[], cells: number): Float64Array {
  const mean = new Float64Array(cells)
  for (const row of rows)
    for (let cell = 0; cell < row.length; cell++) mean[cell] = (mean[cell] as number) + (row[cell] as number) / rows.length
  return mean
}

/** `radius`: number of cells on each side. */
export function maxPooled(scores: ArrayLike<number>, radius: number): Float64Array {
  return Float64Array.from({ length: scores.length }, (_, cell) => {
    let largest = Number.NEGATIVE_INFINITY
    for (let i = Math.max(0, cell - radius); i <= Math.min(scores.length - 1, cell + radius); i++)
      largest = Math.max(largest, scores[i] as number)
    return largest
  })
}

/** Each head keeps its best cells. */
export const scoredBy = (scoresOf: ScoredPolicy['scoresOf']): Pick<ScoredPolicy, 'scoresOf' | 'keep'> => ({
  scoresOf,
  keep: (heads, budget) => heads.map((head) => keepBest(head.positions.length, budget, [], scoresOf(head, budget))),
})

/** Softmax, or zeros if all scores are -Infinity. */
export function shares(scores: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(scores)
  const largest = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
  if (largest === Number.NEGATIVE_INFINITY) return values.fill(0)
  const powers = values.map((value) => Math.exp(value - largest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}

/** (D), a view of row `cell` of (cells, D). */
export const rowOf = (rows: Float32Array, cell: number, headDim: number): Float32Array =>
  rows.subarray(cell * headDim, (cell + 1) * headDim)

export const lengthOf = (row: ArrayLike<number>): number => Math.sqrt(dotOf(row, row))

export function dotOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number)
  return sum
}
