import type { ReleaseShape } from '../../kv/shape/cache-shape'
import { installedRelease } from '../../kv/shape/release'
import type { PlannedWeights } from '../../plan/parts/planned-weights'
import type { PlanSubject } from '../../plan/plan-subject'
import type { WeightType } from '../types/fleet'
import { flopsOf } from './layer-flops'
import { weightsAs } from './served-weights'

/** The cache of one layer. With MLA, K contains the value. */
export interface LayerCache {
  readonly kind: 'full' | 'sliding'
  readonly windowTokens: number | null
  readonly kvHeads: number
  readonly keyDim: number
  readonly valueDim: number
}

export interface ModelLayer {
  /** Without experts. */
  readonly denseBytes: number
  readonly expertBytes: number
  /** Per token, without attention scores. */
  readonly flop: number
  readonly caches: readonly LayerCache[]
}

export interface FleetModel {
  readonly subject: PlanSubject
  readonly weights: PlannedWeights
  readonly layers: readonly ModelLayer[]
  /** True if a layer has another cache than K and V: a state, compressed cells or an indexer. */
  readonly hasOtherCaches: boolean
  readonly isLatent: boolean
  readonly embeddingDim: number
  /** 0 if unknown. */
  readonly vocabulary: number
  readonly heads: number
  readonly kvHeads: number
  readonly experts: number
  readonly expertsUsed: number
  readonly outputFlop: number
  /** Per layer and attended cell. */
  readonly decodeFlopPerCell: number
  /** With MLA, fewer: a prefill may unpack the latent vector once for many tokens. */
  readonly prefillFlopPerCell: number
}

/** Returns null if the weights are unknown. */
export function fleetModelOf(subject: PlanSubject, type: WeightType): FleetModel | null {
  const weights = weightsAs(subject, type)
  const { attention, shape, compute } = subject
  if (!weights || !attention) return null
  const release = shape.releases[installedRelease]
  const { layerFlops, outputFlop } = flopsOf(subject, weights)
  const isLatent = 'caches' in release && release.isLatent
  const { embeddingDim, heads } = attention
  const flopPerCell = ({ keyDim, valueDim }: Pick<Attention, 'keyDim' | 'valueDim'>): number => 2 * heads * (keyDim + valueDim)
  return {
    subject,
    weights,
    layers: weights.layerBytes.map((bytes, layer) => {
      const expertBytes = weights.layerExpertBytes?.[layer] ?? 0
      return {
        denseBytes: bytes - expertBytes,
        expertBytes,
        flop: layerFlops[layer] ?? 0,
        caches: 'caches' in release ? cachesOf(release, layer, attention) : [],
      }
    }),
    hasOtherCaches: 'caches' in release && release.caches.some(({ kind }) => kind !== 'full' && kind !== 'sliding'),
    isLatent,
    embeddingDim,
    vocabulary: compute ? compute.outputElements - 2 * embeddingDim : 0,
    heads,
    kvHeads: attention.kvHeads,
    experts: attention.experts,
    expertsUsed: attention.expertsUsed,
    outputFlop,
    decodeFlopPerCell: flopPerCell(attention),
    prefillFlopPerCell: flopPerCell(attention.latent ?? attention),
  }
}

type Attention = NonNullable<PlanSubject['attention']>

function cachesOf({ caches, keyHeadDims, valueHeadDims, isLatent }: ReleaseShape, layer: number, attention: Attention): LayerCache[] {
  return caches.flatMap(({ kind, cells, layers }) => {
    if (kind !== 'full' && kind !== 'sliding') return []
    const tensors = layers.find(({ index }) => index === layer)?.tensors
    const width = (role: 'k' | 'v'): number => tensors?.find((tensor) => tensor.role === role)?.width ?? 0
    if (width('k') === 0) return []
    const keyDim = isLatent ? width('k') : headDim(kind, keyHeadDims, attention.keyDim)
    const valueDim = isLatent ? 0 : headDim(kind, valueHeadDims, attention.valueDim)
    return [
      {
        kind,
        windowTokens: cells.by === 'window' ? cells.windowTokens : null,
        kvHeads: Math.round(width('k') / keyDim),
        keyDim,
        valueDim,
      },
    ]
  })
}

/** Sliding layers may have heads of another size. */
function headDim(kind: 'full' | 'sliding', dims: readonly number[], usual: number): number {
  if (kind === 'full') return dims.includes(usual) ? usual : (dims[0] ?? usual)
  return dims.find((dim) => dim !== usual) ?? usual
}
