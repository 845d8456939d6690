/** Ada-KV for any score. Source: FFY0/AdaKV, adaptive_snapkv/monkeypatch/snapkv_utils.py, AdaptiveSnapKVCluster.update_kv_gqa. */
import { keepBest } from './choose'
import type { EvictionPolicy, ScoredPolicy } from './policy'

/** The authors' floor_alpha for GQA. */
const floorShare = 0.2

export const sharedAmongHeads =
  (scoresOf: ScoredPolicy['scoresOf']): EvictionPolicy['keep'] =>
  (heads, budget) => {
    const scores = heads.map((head) => scoresOf(head, budget))
    const always = scores[0]?.filter((score) => score === Number.POSITIVE_INFINITY).length ?? 0
    const ofHeads = headShares(scores, budget - always)
    return scores.map((ofHead, head) => keepBest(ofHead.length, always + (ofHeads[head] as number), [], ofHead))
  }

const adaKvSource = 'Feng et al., Ada-KV, arXiv:2407.11550'

/** The policy with a budget that the heads of a layer share. */
export function sharing({ scoresOf, ...policy }: ScoredPolicy): EvictionPolicy {
  return { ...policy, name: `ada:${policy.name}`, source: `${policy.source}; ${adaKvSource}`, keep: sharedAmongHeads(scoresOf) }
}

/** Cells of each head besides those that always stay: its part of the layer's (heads x share) best cells, blended with an equal share. */
function headShares(scores: readonly Float64Array[], share: number): number[] {
  const best = scores
    .flatMap((ofHead, head) => Array.from(ofHead, (score) => ({ head, score })))
    .filter(({ score }) => score !== Number.POSITIVE_INFINITY)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, scores.length * share)
  const floor = Math.floor(floorShare * share)
  return scores.map((_, head) => Math.round((1 - floorShare) * best.filter((one) => one.head === head).length + floor))
}
