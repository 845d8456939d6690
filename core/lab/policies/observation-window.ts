/**
 * Policies that ask a few queries, those of the newest tokens, what they look at. One eager pass over the window is cheap, so
 * wall 1 is met once and not at every token; what the window happens not to look at is gone.
 */
import { keepBest, maxPooled, meanOfRows, range } from './choose'
import type { EvictionPolicy, HeadCells } from './policy'

/** Queries that are asked; their own tokens always stay. */
export const observedQueries = 16
/** Neighbours to each side that come with a cell: a kernel of 7. */
const poolRadius = 3

/** (cells): the largest mean attention from the window around each cell. */
export const windowScores = ({ windowAttention, positions }: HeadCells): Float64Array =>
  maxPooled(meanOfRows(windowAttention.slice(-observedQueries), positions.length), poolRadius)

const windowOf = (cells: number): number[] => range(Math.max(0, cells - observedQueries), cells)

const keepObserved = (heads: readonly HeadCells[], budget: number): Int32Array[] =>
  heads.map((head) => keepBest(head.positions.length, budget, windowOf(head.positions.length), windowScores(head)))

export const snapKv: EvictionPolicy = {
  name: 'snapkv',
  idea: `Keeps the last ${observedQueries} tokens and what their queries look at, with its neighbours.`,
  signal: 'window',
  source: 'Li et al., SnapKV, arXiv:2404.14469',
  savesMemory: true,
  leastTokens: observedQueries + 1,
  keep: keepObserved,
}

/** The last layer gets 1 / 20 of an equal share, the first what that leaves of two: the paper's beta. */
const pyramidBeta = 20

export const pyramidKv: EvictionPolicy = {
  ...snapKv,
  name: 'pyramidkv',
  idea: 'SnapKV with more cells for the lower layers, whose attention is wide, and fewer for the upper ones.',
  source: 'Cai et al., PyramidKV, arXiv:2406.02069',
  layerBudget(layer, layers, budget) {
    const last = Math.max(observedQueries + 1, Math.floor(budget / pyramidBeta))
    const first = 2 * budget - last
    return layers === 1 ? budget : Math.round(first + ((last - first) * layer) / (layers - 1))
  },
}

/** Share of an equal budget that every head gets whatever its scores: the paper's alpha. */
const adaSafeguard = 0.2

export const adaKv: EvictionPolicy = {
  ...snapKv,
  name: 'ada-kv',
  idea: 'SnapKV with one budget for all heads of a layer: cells go where the attention is, not to each head alike.',
  source: 'Feng et al., Ada-KV, arXiv:2407.11550',
  keep(heads, budget) {
    const scores = heads.map(windowScores)
    const ofHeads = adaptiveBudgets(heads, scores, budget)
    return heads.map(({ positions: { length } }, head) =>
      keepBest(length, ofHeads[head] as number, windowOf(length), scores[head] as Float64Array),
    )
  },
}

/** How many of the layer's best cells each head has, on top of its safeguard. They add up to at most heads x budget. */
function adaptiveBudgets(heads: readonly HeadCells[], scores: readonly Float64Array[], budget: number): number[] {
  const safe = Math.max(observedQueries + 1, Math.floor(adaSafeguard * budget))
  const free = heads.length * (budget - safe)
  const ranked = scores
    .flatMap((ofHead, head) => beyondSafeguard(ofHead, safe).map((score) => ({ head, score })))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, free)
  return heads.map((_, head) => safe + ranked.filter((one) => one.head === head).length)
}

/** The scores of the cells that a head could keep beyond its safeguard, which the window's own cells and its best ones fill. */
const beyondSafeguard = (scores: Float64Array, safe: number): number[] =>
  [...scores.subarray(0, Math.max(0, scores.length - observedQueries))].sort((a, b) => b - a).slice(safe - observedQueries)
