import type { LayerKind } from '../../../kv/layer-kinds'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import type { headline as englishHeadline, memory as englishMemory, partMeaning as englishPartMeaning } from '../../en/planner/memory'
import { layerKinds } from './layers'

const sureness = (isEstimate: boolean): string => (isEstimate ? 'Schätzung' : 'exakt')
const machineUnknown = 'der Speicher dieses Geräts ist noch nicht bekannt'
const leastTokens = 256

export const headline: typeof englishHeadline = {
  cache: {
    name: 'Cache',
    meaning: (isAssumed) =>
      isAssumed
        ? 'Keys, Values und Zustände aller Sequenzen nach der allgemeinen Regel: Das installierte llama.cpp kennt diese Architektur nicht.'
        : 'Keys, Values und Zustände aller Sequenzen: genau das, was llama.cpp beim Anlegen des Kontexts belegt.',
    detail: (isEstimate) => `${sureness(isEstimate)}, für alle Sequenzen`,
  },
  total: {
    name: 'Gesamt',
    meaning:
      'Gewichte, Cache, Rechenpuffer, Prüfpunkte, Engine und Treiber zusammen. Ob der Plan passt, entscheidet jede Schätzung mit ihrer Obergrenze.',
    noWeights: 'ohne die Gewichte: ihre Größe ist nicht bekannt',
    machineUnknown,
    unread: (name) => `für die letzten gültigen Einstellungen; „${name}“ berichtigen`,
    fits: (spareBytes) => `passt, ${formatBytes(spareBytes)} bleiben frei`,
    tooLarge: { before: 'passt nicht: ', figure: 'Zu viel', after: ' zu viel' },
  },
  largest: {
    name: 'Längster Kontext',
    meaning:
      'Der längste Kontext, der mit diesen Typen und Sequenzen in den freien Speicher des Geräts passt, höchstens der, für den das Modell trainiert wurde.',
    none: 'keiner',
    unit: 'Tokens',
    detail(tokens, isAllTrained, hasWeights) {
      if (tokens === null) return machineUnknown
      if (tokens === 0) return `nicht einmal ${leastTokens} Tokens passen${hasWeights ? '' : ', auch ohne Gewichte'}`
      return `${isAllTrained ? 'der ganze trainierte Kontext' : 'passen in den freien Speicher'}${hasWeights ? '' : ', ohne Gewichte'}`
    },
  },
  sequence: {
    name: 'Eine weitere Sequenz',
    meaning: 'Der Cache, den eine weitere gleichzeitige Unterhaltung braucht.',
    refused: 'abgelehnt',
    detail: (isEstimate) => `für den Cache, ${sureness(isEstimate)}`,
  },
}

export const partMeaning: typeof englishPartMeaning = ({ kind, location, source, checkpoints }) => {
  const rule = source === 'estimate' ? ', nach der allgemeinen Regel: Das installierte llama.cpp kennt diese Architektur nicht' : ''
  switch (kind) {
    case 'weights':
      return `${location === 'ram' ? 'Gewichte im RAM' : 'Gewichte auf der GPU'}${source === 'estimate' ? ', Elemente der Form mal Bits des Dateityps' : ''}`
    case 'kv':
      return `Keys und Values aller Sequenzen${rule}`
    case 'state':
      return `Zustände aller Sequenzen, in f32${rule}`
    case 'compute':
      return 'Rechenpuffer für einen Micro-Batch'
    case 'checkpoints': {
      const { count, limit } = checkpoints ?? { count: 0, limit: 0 }
      return `Kopien des Fensters oder Zustands einer Sequenz, eine je Turn und eine alle 8.192 Tokens: ${formatCount(count)}, wenn ein Turn den Kontext füllt, höchstens ${formatCount(limit)}`
    }
    case 'overhead':
      return location === 'ram'
        ? 'Der Prozess der Engine selbst, mit einem kleinen Modell gemessen'
        : 'Treiber und Kernel auf jeder GPU: 456 MiB, wie llama.cpp sie für CUDA auf einer RTX 4090 angab; für andere GPUs angenommen'
  }
}

const cacheOf = (kind: LayerKind): string => `Cache: ${layerKinds[kind].name}`

export const memory: typeof englishMemory = {
  title: (location, isAlone) => (isAlone ? 'Wohin der Speicher geht' : location === 'ram' ? 'Speicher' : 'GPU-Speicher'),
  segments: {
    weights: 'Gewichte',
    full: cacheOf('full'),
    sinks: cacheOf('sinks'),
    sliding: cacheOf('sliding'),
    compressed: cacheOf('compressed'),
    indexer: cacheOf('indexer'),
    recurrent: layerKinds.recurrent.name,
    none: cacheOf('none'),
    compute: 'Rechenpuffer',
    checkpoints: 'Prüfpunkte bei vollem Kontext',
    overhead: 'Engine und Treiber',
    free: 'Bleibt frei',
  },
  weightsMeaning: (isEstimate) =>
    isEstimate ? 'Elemente der Gewichte in diesem Speicher mal Bits des Dateityps.' : 'Die Tensoren der Datei in diesem Speicher.',
  freeMeaning: 'Was vom freien Speicher bleibt.',
  label: (name, share) => `${name}, ${share < 0.01 ? `weniger als ${formatPercent(0.01)}` : formatPercent(share)} des Balkens`,
  source: (isEstimate, errorShare) =>
    isEstimate && errorShare !== null ? `Schätzung, ± ${formatPercent(errorShare)}` : sureness(isEstimate),
  note(usedBytes, freeBytes, location, isWhatIf = false) {
    const machine = location === 'ram' ? 'diesem Gerät' : 'der GPU'
    const [used, free] = [formatBytes(usedBytes), formatBytes(freeBytes ?? 0)]
    if (freeBytes === null) return `Zusammen ${used}. Wie viel Speicher auf ${machine} frei ist, ist noch nicht bekannt.`
    if (isWhatIf)
      return usedBytes > freeBytes ? `${used} werden gebraucht; das Gerät hat ${free} (rote Linie).` : `${used} von ${free} des Geräts.`
    return usedBytes > freeBytes
      ? `${used} werden gebraucht; ${free} sind auf ${machine} jetzt frei (rote Linie).`
      : `${used} von ${free}, die auf ${machine} jetzt frei sind.`
  },
}
