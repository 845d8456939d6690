/**
 * DeepSeek V4 caches keys in a window and, in some layers, one compressed cell per 4 or 128 tokens. Each sequence always has its own
 * stream.
 *
 * Source: src/llama-kv-cache-dsv4.cpp.
 */
import type { CacheTemplate, PlannedCacheKind, TensorTemplate } from '../shape/cache-shape'
import { type AttentionDims, type ModelShape, multiplyU32 } from '../shape/model-shape'
import { attentionCache, isTrunk } from './attention-cache'
import { slidingWindow } from './sliding-window'

/** Tokens per compressed cell. */
const csaRatio = 4
const hcaRatio = 128

export function compressed(shape: ModelShape): CacheTemplate[] {
  const { indexerDim, compressRatios } = shape
  const headDim = (shape.isSliding[0] ? shape.slidingKeyDim : shape.keyDim) ?? 0
  const streams = 'per-sequence' as const
  const keysOnly: AttentionDims = { ...shape, isLatent: headDim !== 0 }
  const indexer: AttentionDims = {
    kvHeads: shape.kvHeads.map(() => 1),
    keyDim: indexerDim,
    valueDim: indexerDim,
    slidingKeyDim: indexerDim,
    slidingValueDim: indexerDim,
    isLatent: indexerDim !== 0,
  }
  const hasRatio = (ratio: number) => (layer: number) => compressRatios[layer] === ratio
  const cellsFor = (tokensPerCell: number) => ({ by: 'compression', tokensPerCell }) as const
  const state = (kind: PlannedCacheKind, ratio: number, cells: number, width: number): CacheTemplate => {
    const tensors: TensorTemplate[] = [
      { role: 'state-kv', width },
      { role: 'state-score', width },
    ]
    const layers = Array.from({ length: shape.layers }, (_, index) => index).filter(
      (layer) => isTrunk(shape)(layer) && hasRatio(ratio)(layer),
    )
    return { kind, cells: { by: 'fixed', cells }, streams, layers: layers.map((index) => ({ index, tensors })) }
  }
  return [
    ...slidingWindow(shape, { holds: () => true, dims: keysOnly, streams }),
    attentionCache(shape, { kind: 'csa', cells: cellsFor(csaRatio), streams, holds: hasRatio(csaRatio), dims: keysOnly }),
    attentionCache(shape, { kind: 'hca', cells: cellsFor(hcaRatio), streams, holds: hasRatio(hcaRatio), dims: keysOnly }),
    attentionCache(shape, { kind: 'indexer', cells: cellsFor(csaRatio), streams, holds: hasRatio(csaRatio), dims: indexer }),
    state('csa-state', csaRatio, 2 * csaRatio, multiplyU32(2, headDim)),
    state('hca-state', hcaRatio, hcaRatio, headDim),
    state('indexer-state', csaRatio, 2 * csaRatio, multiplyU32(2, indexerDim)),
  ]
}
