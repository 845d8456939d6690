/** Source: Zefan-Cai/R-KV, rkv/compression/r1_kv.py (R1KV.update_kv) and rkv/utils.py (compute_attention_scores, cal_similarity). */
import { maxPooled, meanOfRows, scoredBy, shares, withNewest } from '../../selection/choose'
import { poolRadius } from '../../selection/observation-window'
import type { HeadCells, ScoredPolicy } from '../../selection/policy'

/** Length of the observation window, whose tokens always stay. */
export const rKvQueries = 8
/** lambda in the authors' code; the paper says 0.1. */
const importanceShare = 0.07
/** Keys with a higher cosine are similar. */
const similarFrom = 0.5

function scoresOf(head: HeadCells): Float64Array {
  const redundancy = redundancyOf(head)
  const scores = importanceOf(head).map(
    (importance, cell) => importanceShare * importance - (1 - importanceShare) * (redundancy[cell] as number),
  )
  return withNewest(scores, head.positions.length, rKvQueries)
}

export const rKv: ScoredPolicy = {
  name: 'r-kv',
  signal: 'window',
  source: 'Cai et al., R-KV, arXiv:2505.24133',
  readsKeys: true,
  savesMemory: true,
  observes: rKvQueries,
  leastTokens: rKvQueries + 1,
  ...scoredBy(scoresOf),
}

/** (cells - rKvQueries): max-pooled mean of the window's softmax. */
export function importanceOf({ windowScores, positions: { length } }: Pick<HeadCells, 'windowScores' | 'positions'>): Float64Array {
  const prefix = Math.max(0, length - rKvQueries)
  const rows = windowScores.slice(-rKvQueries).map((row) => shares(Array.from({ length: prefix }, (_, cell) => row[cell] as number)))
  return maxPooled(meanOfRows(rows, prefix), poolRadius)
}

/** (cells): softmax over mean cosines. As in the authors' code, each row ignores its last similar key, or else its first key. */
export function redundancyOf({ keys, positions: { length } }: Pick<HeadCells, 'keys' | 'positions'>): Float64Array {
  if (!keys) throw new Error('Expected the keys of the cells, got null')
  const cosines = cosinesOf(unitRows(keys, length), length)
  const sums = new Float64Array(length)
  for (let row = 0; row < length; row++) {
    let ignored = 0
    let ofIgnored = 0
    for (let cell = 0; cell < length; cell++) {
      const value = cosines[row * length + cell] as number
      sums[cell] = (sums[cell] as number) + value
      if (cell > 0 && value <= similarFrom) continue
      ignored = cell
      ofIgnored = value
    }
    sums[ignored] = (sums[ignored] as number) - ofIgnored
  }
  return shares(sums.map((sum) => sum / length))
}

/** (rows, rows), with a diagonal of 0. */
function cosinesOf(unit: Float64Array, rows: number): Float64Array {
  const headDim = unit.length / Math.max(1, rows)
  const cosines = new Float64Array(rows * rows)
  for (let a = 0; a < rows; a++)
    for (let b = 0; b < a; b++) {
      const value = cosine(unit, a, b, headDim)
      cosines[a * rows + b] = value
      cosines[b * rows + a] = value
    }
  return cosines
}

function cosine(unit: Float64Array, a: number, b: number, headDim: number): number {
  let sum = 0
  for (let d = 0; d < headDim; d++) sum += (unit[a * headDim + d] as number) * (unit[b * headDim + d] as number)
  return sum
}

function unitRows(keys: Float32Array, rows: number): Float64Array {
  const headDim = keys.length / Math.max(1, rows)
  const unit = Float64Array.from(keys)
  for (let row = 0; row < rows; row++) {
    const own = unit.subarray(row * headDim, (row + 1) * headDim)
    const length = Math.sqrt(own.reduce((squares, value) => squares + value * value, 0))
    own.forEach((value, d) => {
      own[d] = value / (length + 1e-8)
    })
  }
  return unit
}
