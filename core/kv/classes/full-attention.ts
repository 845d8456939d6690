/** Source: `llama_kv_cache`, and the last branch of `llama_model::create_memory` in src/llama-model.cpp. */
import type { CacheTemplate } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'
import { attentionCache, isTrunk } from './attention-cache'

export const fullAttention = (shape: ModelShape, holds = attended(shape)): CacheTemplate[] => [
  attentionCache(shape, { kind: 'full', cells: { by: 'context' }, holds }),
]

/** Only for these does v0.4.0 leave prediction layers out of the cache. */
const filteredBefore050 = new Set(['step35', 'hy_v3', 'glm-dsa', 'mimo2', 'deepseek32'])

/** Prediction layers count only if the model has no others. */
export function attended(shape: ModelShape): (layer: number) => boolean {
  const { architecture, release, trunkLayers, hasRouterLayer } = shape
  const isFiltered = release === '0.4.0' ? filteredBefore050.has(architecture) : trunkLayers > 0 && !hasRouterLayer
  return isFiltered ? isTrunk(shape) : () => true
}
