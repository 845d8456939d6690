import type { PlannedCacheKind } from './shape/cache-shape'

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
