import type { LayerKind } from '../../../kv/layer-kinds'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

export const layerKinds: Readonly<Record<LayerKind, { readonly name: string; readonly meaning: string }>> = {
  full: { name: 'Full attention', meaning: 'One cell for each token of the context.' },
  sinks: { name: 'Sinks and a window', meaning: 'Cells only for the first and the last tokens.' },
  sliding: { name: 'Sliding window', meaning: 'Cells only for the last tokens and one batch.' },
  compressed: { name: 'Compressed', meaning: 'One cell for every 4 or 128 tokens.' },
  indexer: { name: 'Indexer', meaning: 'Small keys that sparse attention uses to pick the cells it reads.' },
  recurrent: { name: 'Recurrent state', meaning: 'A state in f32, of the same size at any length.' },
  none: { name: 'No cache of its own', meaning: 'Reuses the cache of an earlier layer, or has no attention.' },
}

interface LayerFacts {
  /** From 0. */
  readonly index: number
  readonly kinds: readonly LayerKind[]
  readonly cells: number
  readonly keyBytes: number
  readonly valueBytes: number
  readonly stateBytes: number
}

const keeps = (kinds: readonly LayerKind[]): string => kinds.map((kind) => layerKinds[kind].name).join(' + ')

export const layers = {
  title: 'Layers',
  keeps,
  legend: (kind: LayerKind, count: number): string => `${layerKinds[kind].name}, ${formatCount(count)}`,
  layer: (index: number): string => `Layer ${index}`,
  label: ({ index, kinds, cells, keyBytes, valueBytes, stateBytes }: LayerFacts): string =>
    `Layer ${index}: ${keeps(kinds)}, ${counted(cells, 'cell', 'cells')}, ${formatBytes(keyBytes)} K, ${formatBytes(valueBytes)} V${stateBytes > 0 ? `, ${formatBytes(stateBytes)} state` : ''}`,
  /** Unit that follows a number. */
  cells: 'cells',
  cellsOf: (index: number): string => `Cells of layer ${index}`,
  partOf: (part: string, index: number): string => `${part} of layer ${index}`,
  parts: { keyBytes: 'K', valueBytes: 'V', stateBytes: 'State' },
}

export const layerTable = {
  title: 'By layer',
  save: 'Save as CSV',
  columns: { layer: 'Layer', keeps: 'Cache', cells: 'Cells', keyBytes: 'K', valueBytes: 'V', stateBytes: 'State', bytes: 'Total' },
  figure: (index: number, column: string): string => `Layer ${index}, ${column}`,
}
