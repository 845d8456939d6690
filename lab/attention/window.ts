/** Tiled attention, plus the score matrix of the newest queries, for policies with an observation window. */
import type { KvCache } from '../cache/kv-cache'
import { type Attend, type AttentionCost, noCost, type Queries } from './attention'
import { eagerAttention, type HeadWeights } from './eager'
import { onlineAttention } from './online'

export function windowAttention(windowQueries: number, observe: (weights: HeadWeights) => void, cost: AttentionCost = noCost()): Attend {
  const attendAll = onlineAttention(undefined, cost)
  const lookAgain = eagerAttention(observe, cost)
  return (cache, step, out) => {
    attendAll(cache, step, out)
    const newest = newestOf(step, windowQueries, cache)
    lookAgain(cache, newest, new Float32Array(newest.queries.length))
  }
}

function newestOf(step: Queries, count: number, { shape }: KvCache): Queries {
  const first = Math.max(0, step.positions.length - count)
  return { ...step, positions: step.positions.subarray(first), queries: step.queries.subarray(first * step.queryHeads * shape.headDim) }
}
