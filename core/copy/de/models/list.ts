import type { LayerKind } from '../../../kv/layer-kinds'
import { formatBytes, formatCount } from '../../../text/amounts'
import type { layers as englishLayers, list as englishList, menu as englishMenu, row as englishRow } from '../../en/models/list'
import { counted } from '../../words/de'

export const list: typeof englishList = {
  search: 'Modelle suchen',
  origin: 'Herkunft',
  allOrigins: 'Jede Herkunft',
  sort: 'Sortieren nach',
  sorts: {
    recent: 'Zuletzt verwendet',
    name: 'Name',
    size: 'Größe',
    parameters: 'Parameter',
    trained: 'Trainierter Kontext',
    fits: 'Passender Kontext',
    cost: 'Cache je 1000 Tokens',
  },
  kvType: 'K- und V-Typ des Caches',
  cacheType: (type) => `Cache ${type}`,
  count: (shown, all) =>
    shown === all ? counted(all, 'Modell', 'Modelle') : `${formatCount(shown)} von ${counted(all, 'Modell', 'Modellen')}`,
  weights: 'Gewichte',
  fits: 'Max. Tokens',
  fitsMeaning: 'Der längste Kontext, der in den freien Speicher passt, und der Kontext, für den das Modell trainiert wurde',
  plainFits: 'Passt jetzt',
  plainFitsMeaning: 'Ob der freie Speicher jetzt reicht, um mit dem Modell zu chatten',
  cost: 'Cache / 1000',
  costMeaning: 'Speicher im Cache für 1000 Tokens mit K und V vom gewählten Typ, und wie viele Schichten welche Art von Cache haben',
  region: 'Modelle auf diesem Gerät',
  nothingFound: 'Kein Modell passt dazu.',
  showAll: 'Alle Modelle zeigen',
  onlyPocket:
    'Pocket ist nur eine winzige Demo. Für echte Arbeit holen Sie ein Modell, das auf diesen Computer passt, oder öffnen Sie eine Modelldatei (.gguf), die Sie schon haben.',
  getModel: 'Modell holen',
  addFolder: 'Ordner hinzufügen',
}

const bytesText = (bytes: number | null): string => (bytes === null ? 'abgelehnt' : bytes === 0 ? 'nichts' : formatBytes(bytes))

export const row: typeof englishRow = {
  loaded: 'geladen',
  missing: 'fehlt',
  noTemplate: 'kein Template',
  noTemplateMeaning:
    'Diese Datei hat kein Chat-Template. Headroom verwendet das ähnlichste bekannte; das Modell wurde vielleicht mit einem anderen trainiert. Sie können ein anderes festlegen (mit Details für Fachleute: Mehr, Chat-Template).',
  load: 'Laden',
  loadNamed: (name) => `${name} laden`,
  loading: 'Lädt …',
  fits(tokens) {
    if (tokens === undefined) return '…'
    if (tokens === null) return '–'
    return tokens === 0 ? 'passt nicht' : formatCount(tokens)
  },
  plainFits(tokens) {
    if (tokens === undefined) return '…'
    if (tokens === null) return 'nicht lesbar'
    return tokens === 0 ? 'passt nicht' : 'passt'
  },
  trained: (tokens) => (tokens > 0 ? `von ${formatCount(tokens)}` : 'trainierte Länge unbekannt'),
  cost: bytesText,
  costOfTypes: (costs) =>
    `1000 weitere Tokens mit K und V vom selben Typ: ${costs.map(([type, bytes]) => `${type} ${bytesText(bytes)}`).join(' · ')}`,
  costUnknown: 'bekannt nach der nächsten Suche in den Ordnern',
}

const kinds: Readonly<Record<LayerKind, string>> = {
  full: 'volle Attention',
  sinks: 'Anfang und Fenster',
  sliding: 'Sliding Window',
  compressed: 'komprimiert',
  indexer: 'Indexer',
  recurrent: 'rekurrenter Zustand',
  none: 'ohne eigenen Cache',
}

export const layers: typeof englishLayers = {
  legend: 'Schichten:',
  kinds,
  counts: (counts) => counts.map(([kind, count]) => `${formatCount(count)} ${kinds[kind]}`).join(', '),
  label: (counts) => `Schichten: ${counts}`,
  none: 'llama.cpp legt dafür keinen Cache an',
}

export const menu: typeof englishMenu = {
  plan: 'Speicher planen',
  template: 'Chat-Template …',
  reveal: 'Im Ordner zeigen',
  copyPath: 'Pfad kopieren',
  copyIn: 'In Headrooms Ordner kopieren',
  moveIn: 'In Headrooms Ordner verschieben',
  forget: 'Aus der Liste entfernen',
  remove: 'Vom Datenträger löschen …',
  removeElsewhere: (program) => `Mit ${program} entfernen`,
  removal: {
    title: (name) => `${name} vom Datenträger löschen?`,
    text(parts, bytes, path, isDesktop) {
      const files =
        parts > 1
          ? `${formatCount(parts)} Dateien (zusammen ${formatBytes(bytes)}), die erste ist ${path}.`
          : `${path}, ${formatBytes(bytes)}.`
      if (isDesktop) return `${files} ${parts > 1 ? 'Sie kommen' : 'Sie kommt'} in den Papierkorb des Systems.`
      return `${files} ${parts > 1 ? 'Sie werden' : 'Sie wird'} endgültig gelöscht. Unterhaltungen bleiben erhalten.`
    },
    keep: 'Behalten',
    remove: 'Löschen',
  },
}
