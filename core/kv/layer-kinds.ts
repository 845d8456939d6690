import type { CacheShape, PlannedCacheKind } from './shape/cache-shape'
import { installedRelease } from './shape/release'

export const layerKindNames = ['full', 'sinks', 'sliding', 'compressed', 'indexer', 'recurrent', 'none'] as const
export type LayerKind = (typeof layerKindNames)[number]

export function layerKindOf(kind: PlannedCacheKind | 'none'): LayerKind {
  switch (kind) {
    case 'csa':
    case 'hca':
    case 'csa-state':
    case 'hca-state':
      return 'compressed'
    case 'indexer-state':
      return 'indexer'
    default:
      return kind
  }
}

/** Whether the setting *Full sliding-window cache* changes anything. */
export function hasSlidingLayers({ releases }: CacheShape): boolean {
  const release = releases[installedRelease]
  return 'caches' in release && release.caches.some(({ cells }) => cells.by === 'window')
}
