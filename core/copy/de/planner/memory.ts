import type { LayerKind } from '../../../kv/layer-kinds'
import type { Room } from '../../../plan/bill'
import type { BillPart } from '../../../plan/bill-part'
import { gpuOverheadBytes } from '../../../plan/parts/overhead'
import { formatBytes, formatCount, formatPercent, formatRoughBytes } from '../../../text/amounts'
import type { headline as englishHeadline, memory as englishMemory, partMeaning as englishPartMeaning } from '../../en/planner/memory'
import { layerKinds } from './layers'

const sureness = (isEstimate: boolean): string => (isEstimate ? 'Schätzung' : 'exakt')
const machineUnknown = 'der Speicher dieses Geräts ist noch nicht bekannt'
const memoryOf = ({ location, isFullestGpu }: Room): string =>
  isFullestGpu ? 'VRAM auf der vollsten GPU' : location === 'ram' ? 'RAM' : 'VRAM'
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
      'Gewichte, Cache, Rechenpuffer, Prüfpunkte, Engine und Treiber zusammen. Ob der Plan passt, hängt auch von der Reserve für Schätzfehler ab, die unten eine eigene Zeile hat.',
    noWeights: 'ohne die Gewichte: ihre Größe ist nicht bekannt',
    machineUnknown,
    unread: (name) => `für die letzten gültigen Einstellungen; „${name}“ berichtigen`,
    fits: (rooms) => `passt: ${rooms.map((room) => `≈ ${formatRoughBytes(room.spareBytes)} ${memoryOf(room)}`).join(' und ')} bleiben frei`,
    mayNotFit: {
      before: 'passt vielleicht nicht: Es fehlen ',
      figure: 'Fehlende Reserve',
      after: (room) => ` der Reserve für Schätzfehler (${memoryOf(room)})`,
    },
    tooLarge: {
      before: 'passt nicht: Es fehlen ',
      figure: 'Fehlender Speicher',
      after: (room) => ` ${memoryOf(room)}${room.reserveBytes > 0 ? ', mit der Reserve' : ''}`,
    },
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

export const partMeaning: typeof englishPartMeaning = ({ kind, location, source, checkpoints, gpu }) => {
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
      return location === 'ram' ? engineMeaning(gpu) : driverMeaning(gpu)
  }
}

const engineMeaning = (gpu: BillPart['gpu']): string =>
  `Der Prozess der Engine selbst, mit einem kleinen Modell gemessen${gpu === 'shared' ? '. Die GPU teilt sich diesen Speicher; was ihr Treiber braucht, ist nicht bekannt und nicht mitgezählt' : ''}`

function driverMeaning(gpu: BillPart['gpu']): string {
  const reported = `Treiber und Kernel auf jeder GPU: ${formatBytes(gpuOverheadBytes)}, wie llama.cpp sie für CUDA auf einer RTX 4090 angab`
  switch (gpu) {
    case 'cuda':
      return reported
    case 'vulkan':
      return `${reported}; für Vulkan nicht gemessen, daher gleich angenommen`
    case 'metal':
      return `${reported}; für Metal nicht gemessen, daher gleich angenommen. Eine Apple-GPU nimmt sie aus dem Speicher, den sie sich mit dem System teilt`
    default:
      return `${reported}; für andere GPUs angenommen`
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
    reserve: 'Reserve für Schätzfehler',
    free: 'Bleibt frei',
  },
  weightsMeaning: (isEstimate) =>
    isEstimate ? 'Elemente der Gewichte in diesem Speicher mal Bits des Dateityps.' : 'Die Tensoren der Datei in diesem Speicher.',
  computeMeaning:
    'Arbeitsspeicher für die Tokens eines Micro-Batches. Seine genaue Größe hängt von llama.cpps Graph ab, deshalb schätzt Headroom sie. In 2.168 auf einer CPU gemessenen Kontexten blieb der Fehler bei Puffern bis 128 MiB innerhalb von ± 90 %, ab 384 MiB innerhalb von ± 30 %.',
  checkpointsMeaning: ({ count, limit }) =>
    `Kopien der Fenster oder Zustände einer Sequenz, im RAM. Ein Fenster oder Zustand lässt sich nicht zurückspulen; nach einer Änderung oder einer neuen Antwort geht es von einer solchen Kopie aus weiter. Headroom legt eine je Turn und eine alle 8.192 Tokens an: ${formatCount(count)} je Sequenz, wenn ein Turn den Kontext füllt, höchstens ${formatCount(limit)}. Sie entstehen erst, wenn sich der Kontext füllt.`,
  reserveMeaning:
    'Die Summe der ±-Fehler der Schätzungen darüber. Headroom hält diesen Speicher frei, wenn es entscheidet, ob der Plan passt.',
  freeMeaning: 'Was vom freien Speicher nach dem Plan und seiner Reserve bleibt.',
  label: (name, share) => `${name}, ${share < 0.01 ? `weniger als ${formatPercent(0.01)}` : formatPercent(share)} des Balkens`,
  source: (isEstimate, errorShare) =>
    isEstimate && errorShare !== null ? `Schätzung, ± ${formatPercent(errorShare)}` : sureness(isEstimate),
  note({ usedBytes, reserveBytes, freeBytes }, location, isWhatIf = false) {
    const machine = location === 'ram' ? 'diesem Gerät' : 'der GPU'
    const reserve = reserveBytes > 0 ? ` und ≈ ${formatRoughBytes(reserveBytes)} Reserve` : ''
    const [used, free] = [`${formatBytes(usedBytes)}${reserve}`, formatBytes(freeBytes ?? 0)]
    if (freeBytes === null) return `Zusammen ${used}. Wie viel Speicher auf ${machine} frei ist, ist noch nicht bekannt.`
    const isOver = usedBytes + reserveBytes > freeBytes
    const memory = location === 'ram' ? 'RAM' : 'VRAM'
    if (isWhatIf)
      return isOver
        ? `${used} werden gebraucht; das Gerät hat ${free} ${memory} (rote Linie).`
        : `${used} von ${free} ${memory} des Geräts.`
    return isOver
      ? `${used} werden gebraucht; ${free} sind auf ${machine} frei (rote Linie).`
      : `${used} von ${free}, die auf ${machine} frei sind.`
  },
}
