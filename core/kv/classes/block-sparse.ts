/**
 * MiniMax's sparse attention (MSA). The indexer's V is as wide as one head of the model.
 *
 * Source: src/llama-kv-cache-msa.cpp.
 */
import type { CacheTemplate } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'
import { attentionCache, indexerDims } from './attention-cache'
import { fullAttention } from './full-attention'

export const blockSparse = (shape: ModelShape): CacheTemplate[] => [
  ...fullAttention(shape, () => true),
  attentionCache(shape, {
    kind: 'indexer',
    cells: { by: 'context' },
    holds: (layer) => layer >= shape.leadingDenseLayers,
    dims: indexerDims(shape),
  }),
]
