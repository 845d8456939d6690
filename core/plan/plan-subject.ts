/**
 * What a plan is made for: a model as far as memory is concerned, derived once from its header (or from a
 * config.json that was turned into one). Plain JSON: a window keeps it and computes a bill at each move of a slider.
 */
import { architectureOf, type GgufHeader } from '../gguf/header'
import { legible } from '../gguf/malformed'
import { cacheShapeOf } from '../kv/cache-shape-of'
import type { CacheShape } from '../kv/shape/cache-shape'
import { type AttentionFacts, attentionFactsOf } from './parts/attention-facts'
import { type ComputeShape, computeShapeOf } from './parts/compute-shape'
import { type PlannedWeights, plannedWeightsOf } from './parts/planned-weights'

export interface PlanSubject {
  /** As a list shows it. */
  readonly name: string
  readonly architecture: string
  /** Elements of all tensors; null where only a config.json is known. */
  readonly parameters: number | null
  readonly shape: CacheShape
  /** null: there are no tensors to count, only a config.json. */
  readonly weights: PlannedWeights | null
  /** null: the header does not say enough for an estimate of the compute buffer. */
  readonly compute: ComputeShape | null
  /** For writing formulas out; null: the header does not say enough. */
  readonly attention: AttentionFacts | null
}

/** `header`: of the whole model (all parts of a split one). One without tensors stands for a model of which only the shape is known. */
export function planSubjectOf(header: GgufHeader, name: string): PlanSubject {
  const hasTensors = header.tensors.length > 0
  return {
    name,
    architecture: legible(architectureOf(header) ?? ''),
    parameters: hasTensors ? header.tensors.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0) : null,
    shape: cacheShapeOf(header),
    weights: hasTensors ? plannedWeightsOf(header) : null,
    compute: computeShapeOf(header),
    attention: attentionFactsOf(header),
  }
}
