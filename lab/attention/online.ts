/** Attention as in fused kernels: tile by tile, with a running maximum per query. The weights cannot be observed. */

import { isVisible } from '../../core/lab/masks'
import { OnlineSoftmax } from '../../core/lab/online-softmax'
import { labTileScores } from '../../core/lab/score-tiles'
import { dot } from '../model/matrix'
import { type Attend, type AttentionCost, noCost, type Queries } from './attention'

/** Keys and values of a tile (2 x 32 x 64 numbers) fit in the L1 cache. */
const defaultTileCells = labTileScores

export function onlineAttention(tileCells: number = defaultTileCells, cost: AttentionCost = noCost()): Attend {
  const scores = new Float32Array(tileCells)
  return (cache, step, out) => {
    const { kvHeads, headDim } = cache.shape
    const group = step.queryHeads / kvHeads
    const states = Array.from({ length: step.positions.length * group }, () => new OnlineSoftmax(headDim))
    for (let kvHead = 0; kvHead < kvHeads; kvHead++) {
      for (const state of states) state.reset()
      const cells = cache.used(step.layer, step.sequence, kvHead)
      const cellPositions = cache.positions(step.layer, step.sequence, kvHead)
      for (let first = 0; first < cells; first += tileCells) {
        const count = Math.min(tileCells, cells - first)
        const keys = cache.keys(step.layer, step.sequence, kvHead, first, count)
        const values = cache.values(step.layer, step.sequence, kvHead, first, count)
        const tilePositions = cellPositions.subarray(first, first + count)
        for (let index = 0; index < states.length; index++) {
          const t = Math.floor(index / group)
          const queryHead = kvHead * group + (index % group)
          if (scoreTile(step, t, queryHead, keys, tilePositions, headDim, scores))
            (states[index] as OnlineSoftmax).absorb(scores, values, count)
        }
        cost.peakScores = Math.max(cost.peakScores, count)
        cost.cellsRead += count
      }
      states.forEach((state, index) => {
        const t = Math.floor(index / group)
        state.finish(out, (t * step.queryHeads + kvHead * group + (index % group)) * headDim)
      })
    }
  }
}

export function scoreTile(
  step: Queries,
  t: number,
  queryHead: number,
  keys: Float32Array,
  cellPositions: Int32Array,
  headDim: number,
  scores: Float32Array,
): boolean {
  const query = (t * step.queryHeads + queryHead) * headDim
  const position = step.positions[t] as number
  const scale = 1 / Math.sqrt(headDim)
  let isAnyVisible = false
  for (let c = 0; c < cellPositions.length; c++) {
    const visible = isVisible(position, cellPositions[c] as number)
    scores[c] = visible ? dot(step.queries, query, keys, c * headDim, headDim) * scale : Number.NEGATIVE_INFINITY
    isAnyVisible ||= visible
  }
  return isAnyVisible
}
