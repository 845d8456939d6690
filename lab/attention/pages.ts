/**
 * Attention as in Quest: each query head bounds the score of every page and reads the best pages. Prefill and the first layers read all
 * pages.
 */
import { OnlineSoftmax } from '../../core/lab/online-softmax'
import {
  boundsOfPage,
  choosePages,
  type PageBounds,
  pagesRead,
  questDenseLayers,
  questPageTokens,
} from '../../core/lab/policies/keys/quest'
import { softmax } from '../../core/lab/softmax'
import type { KvCache } from '../cache/kv-cache'
import { type Attend, type AttentionCost, noCost, type Queries } from './attention'
import { eagerAttention, type HeadWeights } from './eager'
import { onlineAttention, scoreTile } from './online'

/** Each query reads at most `budgetTokens` cells, in whole pages, but at least one page. */
export function pageAttention(budgetTokens: number, cost: AttentionCost = noCost(), observe?: (weights: HeadWeights) => void): Attend {
  const pagesToRead = pagesRead(budgetTokens)
  const readAll = observe ? eagerAttention(observe, cost) : onlineAttention(questPageTokens, cost)
  const bounds = new BoundsOfFullPages()
  return (cache, step, out) => {
    if (step.positions.length > 1 || step.layer < questDenseLayers) return readAll(cache, step, out)
    const group = step.queryHeads / cache.shape.kvHeads
    for (let queryHead = 0; queryHead < step.queryHeads; queryHead++)
      readPages(cache, step, queryHead, Math.floor(queryHead / group), pagesToRead, bounds, cost, out, observe)
  }
}

function readPages(
  cache: KvCache,
  step: Queries,
  queryHead: number,
  kvHead: number,
  pagesToRead: number,
  bounds: BoundsOfFullPages,
  cost: AttentionCost,
  out: Float32Array,
  observe: ((weights: HeadWeights) => void) | undefined,
): void {
  const { headDim } = cache.shape
  const { layer, sequence } = step
  const query = step.queries.subarray(queryHead * headDim, (queryHead + 1) * headDim)
  const cells = cache.used(layer, sequence, kvHead)
  const cellPositions = cache.positions(layer, sequence, kvHead)
  const state = new OnlineSoftmax(headDim)
  const scores = new Float32Array(questPageTokens)
  const seen = observe && new Float32Array(cells).fill(Number.NEGATIVE_INFINITY)
  for (const page of choosePages(query, bounds.of(cache, layer, sequence, kvHead), pagesToRead)) {
    const first = page * questPageTokens
    const count = Math.min(questPageTokens, cells - first)
    const keys = cache.keys(layer, sequence, kvHead, first, count)
    const isAnyVisible = scoreTile(step, 0, queryHead, keys, cellPositions.subarray(first, first + count), headDim, scores)
    seen?.set(scores.subarray(0, count), first)
    if (isAnyVisible) state.absorb(scores, cache.values(layer, sequence, kvHead, first, count), count)
    cost.cellsRead += count
  }
  cost.peakScores = Math.max(cost.peakScores, questPageTokens)
  state.finish(out, queryHead * headDim)
  if (!seen) return
  const logSums = Float32Array.of(softmax(seen))
  observe?.({ layer, sequence, kvHead, queryHead, queryPositions: step.positions, cellPositions, weights: seen, logSums })
}

class BoundsOfFullPages {
  private readonly known = new Map<string, PageBounds[]>()

  of(cache: KvCache, layer: number, sequence: number, kvHead: number): PageBounds[] {
    const cells = cache.used(layer, sequence, kvHead)
    const key = `${layer} ${sequence} ${kvHead}`
    const full = (this.known.get(key) ?? []).slice(0, Math.floor(cells / questPageTokens))
    for (let page = full.length; (page + 1) * questPageTokens <= cells; page++)
      full.push(boundsOfPage(cache.keys(layer, sequence, kvHead, page * questPageTokens, questPageTokens), cache.shape.headDim))
    this.known.set(key, full)
    const rest = cells % questPageTokens
    return rest === 0 ? full : [...full, boundsOfPage(cache.keys(layer, sequence, kvHead, cells - rest, rest), cache.shape.headDim)]
  }
}
