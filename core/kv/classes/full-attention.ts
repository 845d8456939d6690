/** Source: `llama_kv_cache`, and the last branch of `llama_model::create_memory` in src/llama-model.cpp. */
import type { CacheTemplate } from '../shape/cache-shape'
import type { ModelShape } from '../shape/model-shape'
import { attentionCache, isTrunk } from './attention-cache'

export const fullAttention = (shape: ModelShape, holds = attended(shape)): CacheTemplate[] => [
  attentionCache(shape, { kind: 'full', cells: { by: 'context' }, holds }),
]

/** v0.4.0 leaves prediction layers out of the cache for these architectures only. */
const filteredBefore050 = new Set(['step35', 'hy_v3', 'glm-dsa', 'mimo2', 'deepseek32'])

/** Since v0.5.0, prediction layers have a cache only if the model has no other layers. Granite Switch's router always has one. */
export function attended(shape: ModelShape): (layer: number) => boolean {
  const { architecture, release, trunkLayers, hasRouterLayer } = shape
  const isFiltered = release === '0.4.0' ? filteredBefore050.has(architecture) : trunkLayers > 0 && !hasRouterLayer
  return isFiltered ? isTrunk(shape) : () => true
}
