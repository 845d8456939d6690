import { type WeightReads, weightReadsOf } from '../bandwidth/weights/weight-reads'
import { architectureOf, type GgufHeader } from '../gguf/header'
import { legible } from '../gguf/malformed'
import { cacheShapeOf } from '../kv/cache-shape-of'
import type { CacheShape } from '../kv/shape/cache-shape'
import { type AttentionFacts, attentionFactsOf } from './parts/attention-facts'
import { type ComputeShape, computeShapeOf } from './parts/compute-shape'
import { type PlannedWeights, plannedWeightsOf } from './parts/planned-weights'

export interface PlanSubject {
  readonly name: string
  readonly architecture: string
  /** null for a config.json. */
  readonly parameters: number | null
  readonly shape: CacheShape
  readonly weights: PlannedWeights | null
  readonly compute: ComputeShape | null
  readonly reads: WeightReads | null
  readonly attention: AttentionFacts | null
}

/** Expects the joined header of a split model. */
export function planSubjectOf(header: GgufHeader, name: string): PlanSubject {
  const hasTensors = header.tensors.length > 0
  return {
    name,
    architecture: legible(architectureOf(header) ?? ''),
    parameters: hasTensors ? header.tensors.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0) : null,
    shape: cacheShapeOf(header),
    weights: hasTensors ? plannedWeightsOf(header) : null,
    compute: computeShapeOf(header),
    reads: weightReadsOf(header),
    attention: attentionFactsOf(header),
  }
}
