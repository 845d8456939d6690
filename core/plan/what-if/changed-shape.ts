/**
 * Changes a model's layers, KV heads or head size. Added layers repeat the pattern of the first ones. The weights are an estimate: in a
 * layer, only the projections of Q, K, V and output change.
 */
import type { CacheShape, CacheTemplate, LayerTemplate, ReleaseShape, TensorTemplate } from '../../kv/shape/cache-shape'
import type { AttentionFacts } from '../parts/attention-facts'
import type { PlannedWeights } from '../parts/planned-weights'
import type { PlanSubject } from '../plan-subject'

export interface ShapeChange {
  readonly layers?: number
  readonly kvHeads?: number
  readonly headDim?: number
}

export interface ChangeableShape {
  readonly layers: number
  /** null if the model has MLA, no attention, or keys and values of different widths. */
  readonly heads: { readonly queryHeads: number; readonly kvHeads: number; readonly headDim: number } | null
}

export function changeableShape({ shape, attention }: PlanSubject): ChangeableShape {
  const heads = attention && !attention.latent && attention.heads > 0 && attention.kvHeads > 0 && attention.keyDim === attention.valueDim
  return {
    layers: shape.layers,
    heads: heads ? { queryHeads: attention.heads, kvHeads: attention.kvHeads, headDim: attention.keyDim } : null,
  }
}

/** Removes values that equal the file's or that cannot be changed. */
export function realChange(subject: PlanSubject, change: ShapeChange): ShapeChange {
  const own = changeableShape(subject)
  return {
    ...(change.layers === undefined || change.layers === own.layers ? {} : { layers: change.layers }),
    ...(!own.heads || change.kvHeads === undefined || change.kvHeads === own.heads.kvHeads ? {} : { kvHeads: change.kvHeads }),
    ...(!own.heads || change.headDim === undefined || change.headDim === own.heads.headDim ? {} : { headDim: change.headDim }),
  }
}

export const isChanged = (subject: PlanSubject, change: ShapeChange): boolean => Object.keys(realChange(subject, change)).length > 0

export function withShape<Subject extends PlanSubject>(subject: Subject, asked: ShapeChange): Subject {
  const change = realChange(subject, asked)
  if (Object.keys(change).length === 0) return subject
  const own = changeableShape(subject)
  const { layers = own.layers, kvHeads = own.heads?.kvHeads ?? 0, headDim = own.heads?.headDim ?? 0 } = change
  const heads = own.heads
  const attention: AttentionFacts | null = subject.attention && {
    ...subject.attention,
    layers,
    ...(heads ? { kvHeads, keyDim: headDim, valueDim: headDim } : {}),
  }
  const added = attention && subject.attention ? projections(attention) - projections(subject.attention) : 0
  return {
    ...subject,
    parameters: null,
    // `reads` describes the shape in the file.
    reads: null,
    attention,
    shape: changedCaches(
      subject.shape,
      layers,
      heads ? { heads: kvHeads / heads.kvHeads, dim: headDim / heads.headDim } : { heads: 1, dim: 1 },
    ),
    weights: subject.weights && changedWeights(subject.weights, subject.parameters, layers, added),
    ...(subject.elements ? { elements: { ...subject.elements, ...changedElements(subject, layers, added) } } : {}),
  }
}

/** Elements per layer. */
const projections = ({ embeddingDim, heads, kvHeads, keyDim, valueDim }: AttentionFacts): number =>
  embeddingDim * (heads + kvHeads) * (keyDim + valueDim)

const repeated = <T>(items: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, at) => items[at % items.length]).filter((one): one is T => one !== undefined)

/** Scales the elements to the published number of parameters. */
function changedElements({ elements, parameters }: PlanSubject, layers: number, added: number) {
  if (!elements) return {}
  const counted = elements.layers.reduce((sum, one) => sum + one, elements.embedding + elements.output)
  const scale = (parameters ?? counted) / counted
  return {
    layers: repeated(elements.layers, layers).map((count) => Math.round(count * scale + added)),
    embedding: Math.round(elements.embedding * scale),
    output: Math.round(elements.output * scale),
    experts: Math.round((elements.experts * scale * layers) / elements.layers.length),
    layerExperts: repeated(elements.layerExperts, layers).map((count) => Math.round(count * scale)),
    errorShare: parameters === null ? elements.errorShare : 0,
  }
}

const changedErrorShare = 0.02

function changedWeights(weights: PlannedWeights, parameters: number | null, layers: number, added: number): PlannedWeights {
  const bytesPerElement = parameters ? weights.totalBytes / parameters : 0
  const layerBytes = repeated(weights.layerBytes, layers).map((bytes) => Math.max(0, Math.round(bytes + added * bytesPerElement)))
  const before = weights.layerBytes.reduce((sum, bytes) => sum + bytes, 0)
  const after = layerBytes.reduce((sum, bytes) => sum + bytes, 0)
  return {
    ...weights,
    layerBytes,
    totalBytes: weights.totalBytes - before + after,
    ...(weights.expertBytes ? { expertBytes: Math.round((weights.expertBytes * layers) / weights.layerBytes.length) } : {}),
    ...(weights.layerExpertBytes ? { layerExpertBytes: repeated(weights.layerExpertBytes, layers) } : {}),
    errorShare: weights.errorShare ?? changedErrorShare,
  }
}

interface Scale {
  readonly heads: number
  readonly dim: number
}

function changedCaches(shape: CacheShape, layers: number, scale: Scale): CacheShape {
  const releases = Object.entries(shape.releases).map(([release, of]) => [
    release,
    'unloadable' in of ? of : changedRelease(of, shape.layers, layers, scale),
  ])
  return { ...shape, layers, releases: Object.fromEntries(releases) as CacheShape['releases'] }
}

function changedRelease(release: ReleaseShape, before: number, layers: number, scale: Scale): ReleaseShape {
  return {
    ...release,
    caches: release.caches.map((cache) => ({ ...cache, layers: changedLayers(cache, before, layers, scale) })),
    keyHeadDims: release.keyHeadDims.map((dim) => Math.round(dim * scale.dim)),
    valueHeadDims: release.valueHeadDims.map((dim) => Math.round(dim * scale.dim)),
  }
}

function changedLayers({ kind, layers: own }: CacheTemplate, before: number, count: number, scale: Scale): LayerTemplate[] {
  const byIndex = new Map(own.map((layer) => [layer.index, layer]))
  const isScaled = kind === 'full' || kind === 'sliding'
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const source = byIndex.get(index % before)
    return source ? [{ index, tensors: isScaled ? source.tensors.map((tensor) => scaled(tensor, scale)) : source.tensors }] : []
  })
}

function scaled(tensor: TensorTemplate, { heads, dim }: Scale): TensorTemplate {
  if (tensor.role !== 'k' && tensor.role !== 'v') return tensor
  const { width, transposedWidth } = tensor
  return {
    ...tensor,
    width: Math.round(width * heads * dim),
    ...(transposedWidth === undefined ? {} : { transposedWidth: Math.round(transposedWidth * heads * dim) }),
  }
}
