/**
 * Attention layers of Qwen4-exp also cache the indexer's keys and, in v0.4.0, its V.
 *
 * Source: src/llama-memory-hybrid-idx.cpp.
 */
import type { CacheTemplate } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'
import { attentionCache, indexerDims } from './attention-cache'
import { attends, hybrid } from './hybrid'

export const hybridIndexed = (shape: ModelShape): CacheTemplate[] => [
  ...hybrid(shape),
  attentionCache(shape, {
    kind: 'indexer',
    cells: { by: 'context' },
    holds: attends(shape),
    dims: { ...indexerDims(shape), isLatent: shape.release !== '0.4.0' },
  }),
]
