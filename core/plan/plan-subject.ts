import { type WeightReads, weightReadsOf } from '../bandwidth/weights/weight-reads'
import { architectureOf, type GgufHeader } from '../gguf/header'
import { legible } from '../gguf/malformed'
import { cacheShapeOf } from '../kv/cache-shape-of'
import type { CacheShape } from '../kv/shape/cache-shape'
import { type AttentionFacts, attentionFactsOf } from './parts/attention-facts'
import { type ComputeShape, computeShapeOf } from './parts/compute-shape'
import { type PlannedWeights, plannedWeightsOf } from './parts/planned-weights'
import { type WeightElements, weightElementsOf } from './weights/weight-elements'

export interface PlanSubject {
  readonly name: string
  readonly architecture: string
  /** null for a config.json. */
  readonly parameters: number | null
  readonly shape: CacheShape
  readonly weights: PlannedWeights | null
  /** For a model without tensors, if its widths determine the number of elements. */
  readonly elements?: WeightElements
  readonly compute: ComputeShape | null
  readonly reads: WeightReads | null
  readonly attention: AttentionFacts | null
}

/** For a split model, pass the joined header. `sharesEmbedding` applies only to a header without tensors. */
export function planSubjectOf(header: GgufHeader, name: string, sharesEmbedding = false): PlanSubject {
  const hasTensors = header.tensors.length > 0
  const shape = cacheShapeOf(header)
  const elements = hasTensors ? null : weightElementsOf(header, shape, sharesEmbedding)
  return {
    name,
    architecture: legible(architectureOf(header) ?? ''),
    parameters: hasTensors ? header.tensors.reduce((sum, { shape }) => sum + shape.reduce((product, size) => product * size, 1), 0) : null,
    shape,
    weights: hasTensors ? plannedWeightsOf(header) : null,
    ...(elements ? { elements } : {}),
    compute: computeShapeOf(header),
    reads: weightReadsOf(header),
    attention: attentionFactsOf(header),
  }
}
