/**
 * DeepSeek's sparse attention (DSA).
 *
 * Source: src/llama-kv-cache-dsa.cpp and -dsa-iswa.cpp.
 */
import type { CacheTemplate } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'
import { attentionCache, indexerDims, isTrunk } from './attention-cache'
import { fullAttention } from './full-attention'
import { slidingWindow } from './sliding-window'

/** For DeepSeek 3.2 and GLM 5, which cache trunk layers only. */
export const indexed = (shape: ModelShape): CacheTemplate[] => [...fullAttention(shape, isTrunk(shape)), indexer(shape)]

/** For Hunyuan 4. */
export const indexedWithNextLayers = (shape: ModelShape): CacheTemplate[] => [...fullAttention(shape, () => true), indexer(shape)]

/** For dots3note. */
export const indexedSliding = (shape: ModelShape): CacheTemplate[] => [...slidingWindow(shape, { holds: isTrunk(shape) }), indexer(shape)]

const indexer = (shape: ModelShape): CacheTemplate =>
  attentionCache(shape, {
    kind: 'indexer',
    cells: { by: 'context' },
    holds: (layer) => isTrunk(shape)(layer) && shape.hasIndexer[layer] === true,
    dims: indexerDims(shape),
  })
