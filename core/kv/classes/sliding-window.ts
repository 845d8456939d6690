/** Source: src/llama-kv-cache-iswa.cpp. */
import type { CacheTemplate } from '../shape/cache-shape'
import type { AttentionDims, ModelShape } from '../shape/model-shape'
import { attentionCache } from './attention-cache'
import { attended } from './full-attention'

interface Options {
  readonly holds?: (layer: number) => boolean
  readonly dims?: AttentionDims
  readonly streams?: CacheTemplate['streams']
}

export function slidingWindow(shape: ModelShape, { holds = attended(shape), ...options }: Options = {}): CacheTemplate[] {
  return [
    attentionCache(shape, {
      ...options,
      kind: 'full',
      cells: { by: 'context' },
      holds: (layer) => holds(layer) && !shape.isSliding[layer],
    }),
    attentionCache(shape, {
      ...options,
      kind: 'sliding',
      cells: { by: 'window', windowTokens: shape.windowTokens ?? 0 },
      holds: (layer) => holds(layer) && shape.isSliding[layer] === true,
    }),
  ]
}
