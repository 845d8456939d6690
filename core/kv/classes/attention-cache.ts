/**
 * With MLA, K contains the value.
 *
 * Source: the constructor of `llama_kv_cache` in src/llama-kv-cache.cpp; `n_embd_k_gqa`, `n_embd_v_gqa`, `n_embd_v_gqa_max` and `has_kv` in
 * src/llama-hparams.cpp.
 */
import type { CacheTemplate, LayerTemplate } from '../shape/cache-shape'
import { type AttentionDims, type ModelShape, multiplyU32 } from '../shape/model-shape'

export interface AttentionCacheOptions extends Pick<CacheTemplate, 'kind' | 'cells'> {
  readonly streams?: CacheTemplate['streams']
  readonly holds: (layer: number) => boolean
  readonly dims?: AttentionDims
}

export function attentionCache(shape: ModelShape, options: AttentionCacheOptions): CacheTemplate {
  const { kind, cells, holds, dims = shape, streams = 'unless-unified' } = options
  const keyWidth = (layer: number) => multiplyU32(shape.isSliding[layer] ? dims.slidingKeyDim : dims.keyDim, dims.kvHeads[layer] ?? 0)
  const valueWidth = (layer: number) => multiplyU32(shape.isSliding[layer] ? dims.slidingValueDim : dims.valueDim, dims.kvHeads[layer] ?? 0)
  const indices = Array.from({ length: shape.layers }, (_, layer) => layer)
  const transposedWidth = Math.max(...indices.map(valueWidth))
  const toLayer = (index: number): LayerTemplate => ({
    index,
    tensors: [
      { role: 'k', width: keyWidth(index) },
      ...(dims.isLatent ? [] : [{ role: 'v' as const, width: valueWidth(index), transposedWidth }]),
    ],
  })
  return { kind, cells, streams, layers: indices.filter((layer) => ownsCache(shape, layer) && holds(layer)).map(toLayer) }
}

/** Other layers reuse an earlier layer's cache. */
const ownsCache = ({ layersWithCache }: ModelShape, layer: number): boolean =>
  layersWithCache === null || layersWithCache < 0 || layer < layersWithCache

export const indexerDims = (shape: ModelShape): AttentionDims => ({
  kvHeads: shape.kvHeads.map(() => 1),
  keyDim: shape.indexerDim,
  valueDim: shape.valueDim,
  slidingKeyDim: shape.slidingKeyDim,
  slidingValueDim: shape.slidingValueDim,
  isLatent: shape.isLatent,
})

export const isTrunk =
  ({ trunkLayers }: ModelShape) =>
  (layer: number): boolean =>
    layer < trunkLayers
