import type { LayerKind } from '../../../core/kv/layer-kinds'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { installedRelease } from '../../../core/kv/shape/release'

export { type LayerKind, layerKindOf } from '../../../core/kv/layer-kinds'

export const layerKinds: Readonly<Record<LayerKind, { readonly name: string; readonly meaning: string; readonly colour: string }>> = {
  full: { name: 'Full attention', meaning: 'One cell for each token of the context.', colour: 'var(--kind-full)' },
  sliding: { name: 'Sliding window', meaning: 'Cells for the last tokens and one batch only.', colour: 'var(--kind-sliding)' },
  compressed: { name: 'Compressed', meaning: 'One cell for 4 or for 128 tokens.', colour: 'var(--kind-compressed)' },
  indexer: { name: 'Indexer', meaning: 'Small keys by which sparse attention picks the cells it reads.', colour: 'var(--kind-indexer)' },
  recurrent: { name: 'Recurrent state', meaning: 'A state of one size at any length, in f32.', colour: 'var(--kind-recurrent)' },
  none: { name: 'Nothing of its own', meaning: 'Reuses the cache of an earlier layer, or has no attention.', colour: 'var(--kind-none)' },
}

export const layerKindOrder = Object.keys(layerKinds) as readonly LayerKind[]

export function hasSlidingLayers({ releases }: CacheShape): boolean {
  const release = releases[installedRelease]
  return 'caches' in release && release.caches.some(({ cells }) => cells.by === 'window')
}
