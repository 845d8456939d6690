/** Selection of cells by score, shared by all policies. */

/** [first, end) */
export const range = (first: number, end: number): number[] => Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i)

/** Indexes of the last `count` cells, or of all if there are fewer. */
export const newest = (cells: number, count: number): number[] => range(Math.max(0, cells - count), cells)

/** The `count` candidates with the highest scores, unordered; ties go to the newer cell. */
export const best = (candidates: readonly number[], scores: ArrayLike<number>, count: number): number[] =>
  candidates.toSorted((a, b) => (scores[b] as number) - (scores[a] as number) || b - a).slice(0, Math.max(0, count))

export const ascending = (cells: readonly number[]): Int32Array => Int32Array.from(cells).sort()

/** All of `always`, then the best others, up to `budget` cells. */
export function keepBest(cells: number, budget: number, always: readonly number[], scores: ArrayLike<number>): Int32Array {
  if (cells <= budget) return ascending(range(0, cells))
  const fixed = new Set(always)
  const others = range(0, cells).filter((cell) => !fixed.has(cell))
  return ascending([...fixed, ...best(others, scores, budget - fixed.size)])
}

/** (cells): the mean over rows. Shorter rows are from when there were fewer cells. */
export function meanOfRows(rows: readonly ArrayLike<number>[], cells: number): Float64Array {
  const mean = new Float64Array(cells)
  for (const row of rows)
    for (let cell = 0; cell < row.length; cell++) mean[cell] = (mean[cell] as number) + (row[cell] as number) / rows.length
  return mean
}

/** The maximum of each score and its neighbors, `radius` to both sides: a kept cell brings its surroundings. */
export function maxPooled(scores: ArrayLike<number>, radius: number): Float64Array {
  return Float64Array.from({ length: scores.length }, (_, cell) => {
    let largest = Number.NEGATIVE_INFINITY
    for (let i = Math.max(0, cell - radius); i <= Math.min(scores.length - 1, cell + radius); i++)
      largest = Math.max(largest, scores[i] as number)
    return largest
  })
}
