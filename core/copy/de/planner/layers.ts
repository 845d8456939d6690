import type { LayerKind } from '../../../kv/layer-kinds'
import { formatBytes, formatCount } from '../../../text/amounts'
import type { layerKinds as englishKinds, layers as englishLayers, layerTable as englishTable } from '../../en/planner/layers'
import { counted } from '../../words/de'

export const layerKinds: typeof englishKinds = {
  full: { name: 'Volle Attention', meaning: 'Eine Zelle für jedes Token des Kontexts.' },
  sinks: { name: 'Anfang und Fenster', meaning: 'Zellen nur für die ersten und die letzten Tokens.' },
  sliding: { name: 'Sliding Window', meaning: 'Zellen nur für die letzten Tokens und einen Batch.' },
  compressed: { name: 'Komprimiert', meaning: 'Eine Zelle für je 4 oder je 128 Tokens.' },
  indexer: { name: 'Indexer', meaning: 'Kleine Keys, mit denen dünn besetzte Attention die Zellen auswählt, die sie liest.' },
  recurrent: { name: 'Rekurrenter Zustand', meaning: 'Ein Zustand in f32, bei jeder Länge gleich groß.' },
  none: { name: 'Kein eigener Cache', meaning: 'Benutzt den Cache einer früheren Schicht mit oder hat keine Attention.' },
}

const keeps = (kinds: readonly LayerKind[]): string => kinds.map((kind) => layerKinds[kind].name).join(' + ')

export const layers: typeof englishLayers = {
  title: 'Schichten',
  keeps,
  legend: (kind, count) => `${layerKinds[kind].name}, ${formatCount(count)}`,
  layer: (index) => `Schicht ${index}`,
  label: ({ index, kinds, cells, keyBytes, valueBytes, stateBytes }) =>
    `Schicht ${index}: ${keeps(kinds)}, ${counted(cells, 'Zelle', 'Zellen')}, ${formatBytes(keyBytes)} K, ${formatBytes(valueBytes)} V${stateBytes > 0 ? `, ${formatBytes(stateBytes)} Zustand` : ''}`,
  cells: 'Zellen',
  cellsOf: (index) => `Zellen von Schicht ${index}`,
  partOf: (part, index) => `${part} von Schicht ${index}`,
  parts: { keyBytes: 'K', valueBytes: 'V', stateBytes: 'Zustand' },
}

export const layerTable: typeof englishTable = {
  title: 'Nach Schicht',
  save: 'Als CSV speichern',
  columns: {
    layer: 'Schicht',
    keeps: 'Behält',
    cells: 'Zellen',
    keyBytes: 'K',
    valueBytes: 'V',
    stateBytes: 'Zustand',
    bytes: 'Zusammen',
  },
  figure: (index, column) => `Schicht ${index}, ${column}`,
}
