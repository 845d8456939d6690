/** SnapKV's scores with a budget that the heads of a layer share. */
import { keepBest, newest } from './choose'
import { observedQueries, windowScores } from './observation-window'
import type { EvictionPolicy, HeadCells } from './policy'
import { snapKv } from './snapkv'

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
      keepBest(length, ofHeads[head] as number, newest(length, observedQueries), scores[head] as Float64Array),
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
