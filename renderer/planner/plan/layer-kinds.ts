import type { LayerKind } from '../../../core/kv/layer-kinds'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { installedRelease } from '../../../core/kv/shape/release'

export { type LayerKind, layerKindOf } from '../../../core/kv/layer-kinds'

export const layerKindColors: Readonly<Record<LayerKind, string>> = {
  full: 'var(--kind-full)',
  sinks: 'var(--kind-sinks)',
  sliding: 'var(--kind-sliding)',
  compressed: 'var(--kind-compressed)',
  indexer: 'var(--kind-indexer)',
  recurrent: 'var(--kind-recurrent)',
  none: 'var(--kind-none)',
}

export const layerKindOrder = Object.keys(layerKindColors) as readonly LayerKind[]

export function hasSlidingLayers({ releases }: CacheShape): boolean {
  const release = releases[installedRelease]
  return 'caches' in release && release.caches.some(({ cells }) => cells.by === 'window')
}
