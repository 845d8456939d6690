/** R-KV: of cells that say the same, the newest is enough. Made for reasoning that repeats itself. */
import { keepBest, newest } from './choose'
import { observedQueries, windowScores } from './observation-window'
import type { EvictionPolicy, HeadCells } from './policy'

/** Weight of importance against redundancy: the paper's lambda. */
const importanceShare = 0.1

export const rKv: EvictionPolicy = {
  name: 'r-kv',
  idea: `Importance to the last ${observedQueries} queries, less how much a key resembles newer ones.`,
  signal: 'window',
  source: 'Cai et al., R-KV, arXiv:2505.24133',
  readsKeys: true,
  savesMemory: true,
  leastTokens: observedQueries + 1,
  keep: (heads, budget) =>
    heads.map((head) => {
      const { length } = head.positions
      const importance = sharesOf(windowScores(head))
      const redundancy = redundancyOf(head)
      const scores = importance.map((share, cell) => importanceShare * share - (1 - importanceShare) * (redundancy[cell] as number))
      return keepBest(length, budget, newest(length, observedQueries), scores)
    }),
}

/**
 * (cells): softmax over the mean cosine of each key with the keys that came later; they add up to 1. The paper takes all
 * other keys and spares the newest of each group of similar ones, which comes to the same: the last of them is not redundant.
 */
export function redundancyOf({ keys, positions: { length } }: Pick<HeadCells, 'keys' | 'positions'>): Float64Array {
  if (!keys) throw new Error('Expected the keys of the cells, got null')
  const unit = unitRows(keys, length)
  const headDim = keys.length / Math.max(1, length)
  const means = Float64Array.from({ length }, (_, cell) => {
    let sum = 0
    for (let later = cell + 1; later < length; later++)
      for (let d = 0; d < headDim; d++) sum += (unit[cell * headDim + d] as number) * (unit[later * headDim + d] as number)
    return sum / Math.max(1, length - 1)
  })
  return sharesOf(means.map(Math.exp))
}

function unitRows(keys: Float32Array, rows: number): Float32Array {
  const headDim = keys.length / Math.max(1, rows)
  const unit = keys.slice()
  for (let row = 0; row < rows; row++) {
    const own = unit.subarray(row * headDim, (row + 1) * headDim)
    const length = Math.sqrt(own.reduce((squares, value) => squares + value * value, 0))
    own.forEach((value, d) => {
      own[d] = length === 0 ? 0 : value / length
    })
  }
  return unit
}

/** Divided by their sum. */
function sharesOf(values: Float64Array): Float64Array {
  const sum = values.reduce((total, value) => total + value, 0)
  return sum === 0 ? values : values.map((value) => value / sum)
}
