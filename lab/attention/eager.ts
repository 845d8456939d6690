/** Builds the whole score matrix (T, C) of each head, so that policies such as H2O can observe the weights: wall 1 of docs/lab-walls.md. */
import { isVisible } from '../../core/lab/masks'
import { softmax } from '../../core/lab/softmax'
import { addWeightedRows } from '../../core/lab/weighted-rows'
import type { KvCache } from '../cache/kv-cache'
import { dot } from '../model/matrix'
import { type Attend, type AttentionCost, noCost, type Queries } from './attention'

export interface HeadWeights {
  readonly layer: number
  readonly sequence: number
  readonly kvHead: number
  readonly queryHead: number
  /** (T) */
  readonly queryPositions: Int32Array
  /** (C): position of each column's cell. */
  readonly cellPositions: Int32Array
  /** (T, C). The observer may keep the array. */
  readonly weights: Float32Array
  /** (T): ln of the sum of exp(score). */
  readonly logSums: Float32Array
}

export function eagerAttention(observe: (weights: HeadWeights) => void = () => {}, cost: AttentionCost = noCost()): Attend {
  return (cache, step, out) => {
    const { kvHeads } = cache.shape
    const group = step.queryHeads / kvHeads
    for (let kvHead = 0; kvHead < kvHeads; kvHead++) {
      const cells = cache.used(step.layer, step.sequence, kvHead)
      const cellPositions = cache.positions(step.layer, step.sequence, kvHead)
      const keys = cache.keys(step.layer, step.sequence, kvHead, 0, cells)
      const values = cache.values(step.layer, step.sequence, kvHead, 0, cells)
      cost.cellsRead += cells
      for (let queryHead = kvHead * group; queryHead < (kvHead + 1) * group; queryHead++) {
        const weights = scoresOf(step, queryHead, keys, cellPositions, cache)
        cost.peakScores = Math.max(cost.peakScores, weights.length)
        const logSums = Float32Array.from(step.positions, (_, t) => softmax(weights.subarray(t * cells, (t + 1) * cells)))
        weigh(weights, values, step, queryHead, out, cache)
        const { layer, sequence, positions: queryPositions } = step
        observe({ layer, sequence, kvHead, queryHead, queryPositions, cellPositions, weights, logSums })
      }
    }
  }
}

/** (T, C): q . k / sqrt(D), or -Infinity for a masked cell. */
function scoresOf(step: Queries, queryHead: number, keys: Float32Array, cellPositions: Int32Array, { shape }: KvCache): Float32Array {
  const { headDim } = shape
  const cells = cellPositions.length
  const scores = new Float32Array(step.positions.length * cells)
  const scale = 1 / Math.sqrt(headDim)
  for (let t = 0; t < step.positions.length; t++) {
    const query = (t * step.queryHeads + queryHead) * headDim
    const position = step.positions[t] as number
    for (let c = 0; c < cells; c++)
      scores[t * cells + c] = isVisible(position, cellPositions[c] as number)
        ? dot(step.queries, query, keys, c * headDim, headDim) * scale
        : Number.NEGATIVE_INFINITY
  }
  return scores
}

function weigh(weights: Float32Array, values: Float32Array, step: Queries, queryHead: number, out: Float32Array, { shape }: KvCache): void {
  const { headDim } = shape
  const tokens = step.positions.length
  const cells = weights.length / tokens
  const sum = new Float64Array(headDim)
  for (let t = 0; t < tokens; t++) {
    sum.fill(0)
    addWeightedRows(sum, weights, t * cells, values, cells)
    out.set(sum, (t * step.queryHeads + queryHead) * headDim)
  }
}
