/** 2 FLOP per matrix element that a token uses. */
import type { PlannedWeights } from '../../plan/parts/planned-weights'
import type { PlanSubject } from '../../plan/plan-subject'

export interface Flops {
  readonly layerFlops: readonly number[]
  readonly outputFlop: number
}

/** In a file with tensors, layers share the total in proportion to the bytes that a token reads. All 0 if unknown. */
export function flopsOf({ elements, reads, attention }: PlanSubject, weights: PlannedWeights): Flops {
  const unused = attention && attention.experts > 0 ? 1 - attention.expertsUsed / attention.experts : 0
  if (elements)
    return {
      layerFlops: elements.layers.map((count, layer) => 2 * (count - unused * (elements.layerExperts[layer] ?? 0))),
      outputFlop: 2 * (elements.sharesEmbedding ? elements.embedding : elements.output),
    }
  const active = weights.layerBytes.map((bytes, layer) => bytes - unused * (weights.layerExpertBytes?.[layer] ?? 0))
  const total = active.reduce((sum, bytes) => sum + bytes, 0)
  return {
    layerFlops: active.map((bytes) => (total > 0 ? ((reads?.layerFlop ?? 0) * bytes) / total : 0)),
    outputFlop: reads?.outputFlop ?? 0,
  }
}
