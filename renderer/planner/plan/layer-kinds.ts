import type { LayerKind } from '../../../core/kv/layer-kinds'

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
