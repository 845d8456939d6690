/**
 * SnapKV's scores with a budget shared by a layer's heads. Source: FFY0/AdaKV, adaptive_snapkv/monkeypatch/snapkv_utils.py,
 * AdaptiveSnapKVCluster.update_kv_gqa.
 */
import { keepBest, newest } from '../../selection/choose'
import { observedQueries, prefixScores } from '../../selection/observation-window'
import type { EvictionPolicy } from '../../selection/policy'
import { snapKv } from './snapkv'

/** The authors' floor_alpha with grouped heads. */
const floorShare = 0.2

export const adaKv: EvictionPolicy = {
  ...snapKv,
  name: 'ada-kv',
  source: 'Feng et al., Ada-KV, arXiv:2407.11550',
  keep(heads, budget) {
    const scores = heads.map(prefixScores)
    const ofHeads = adaptiveBudgets(scores, budget - observedQueries)
    return heads.map(({ positions: { length } }, head) =>
      keepBest(length, observedQueries + (ofHeads[head] as number), newest(length, observedQueries), scores[head] as Float64Array),
    )
  },
}

/** Before the window: the head's part of the layer's best heads x share cells, blended with an equal share. */
function adaptiveBudgets(scores: readonly Float64Array[], share: number): number[] {
  const best = scores
    .flatMap((ofHead, head) => Array.from(ofHead, (score) => ({ head, score })))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, scores.length * share)
  const floor = Math.floor(floorShare * share)
  return scores.map((_, head) => Math.round((1 - floorShare) * best.filter((one) => one.head === head).length + floor))
}
