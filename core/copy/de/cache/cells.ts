import { formatBytes, formatCount } from '../../../text/amounts'
import type {
  contents as englishContents,
  gauge as englishGauge,
  kinds as englishKinds,
  legend as englishLegend,
  map as englishMap,
  sequences as englishSequences,
} from '../../en/cache/cells'
import { counted, listed, tokens } from '../../words/de'

export const kinds: typeof englishKinds = {
  full: {
    name: 'Volle Attention',
    meaning: 'Eine Zelle je Token des Kontexts. Jedes spätere Token greift auf alle davor zu.',
  },
  sliding: {
    name: 'Sliding Window',
    meaning: 'Diese Schichten beachten nur die letzten Tokens. Der Cache behält deshalb nur diese und einen Batch.',
  },
  recurrent: { name: 'Rekurrenter Zustand', meaning: 'Ein Zustand fester Größe je Sequenz, immer in f32, unabhängig vom Typ des Caches.' },
  indexer: { name: 'Indexer', meaning: 'Kleine Keys, mit denen dünn besetzte Attention die Zellen auswählt, die sie liest.' },
}

export const contents: typeof englishContents = {
  system: { name: 'System-Prompt', short: 'System-Prompt', meaning: 'Was das Modell vor der Unterhaltung liest.' },
  tools: { name: 'Werkzeuge', short: 'Werkzeuge', meaning: 'Die Liste der Werkzeuge, die das Modell aufrufen darf.' },
  user: { name: 'Ihre Nachrichten', short: 'Ihre Nachrichten', meaning: 'Was Sie geschrieben haben.' },
  reasoning: { name: 'Überlegungen', short: 'Überlegungen', meaning: 'Was das Modell vor seiner Antwort für sich geschrieben hat.' },
  assistant: { name: 'Antworten', short: 'Antworten', meaning: 'Was das Modell geschrieben hat.' },
  'tool-call': { name: 'Aufrufe', short: 'Aufrufe', meaning: 'Welche Werkzeuge das Modell aufgerufen hat und mit welchen Argumenten.' },
  'tool-result': { name: 'Ergebnisse', short: 'Ergebnisse', meaning: 'Was die Werkzeuge geliefert haben.' },
  template: {
    name: 'Chat-Template',
    short: 'Chat-Template',
    meaning: 'Was das Chat-Template des Modells um die Nachrichten herum schreibt: wer spricht und wo ein Turn endet.',
  },
}

/** The form that follows `von`. */
const cellsOrStates = (isState: boolean, count: number): string =>
  isState ? counted(count, 'Zustand', 'Zuständen') : counted(count, 'Zelle', 'Zellen')

export const gauge: typeof englishGauge = {
  cellsInUse: (cache, isState) => `${isState ? 'Belegter Zustand' : 'Belegte Zellen'}, ${cache}`,
  cells: (used, total, isState) => `${formatCount(used)} von ${cellsOrStates(isState, total)}`,
  cellsInParts: (used, total, isState) => [formatCount(used), ` von ${cellsOrStates(isState, total)}`],
  bytesInUse: (cache) => `Belegte Bytes, ${cache}`,
  bytes: (used, total) => `${formatCount(used)} von ${formatCount(total)} Bytes`,
  bytesInParts: (used, total) => [formatBytes(used), ` von ${formatBytes(total)}`],
  meter: (cache) => `${cache}: belegte Zellen`,
}

const range = (one: string, several: string, first: number, last: number): string =>
  first === last ? `${one} ${formatCount(first + 1)}` : `${several} ${formatCount(first + 1)} bis ${formatCount(last + 1)}`

export const map: typeof englishMap = {
  label: (cache) => `Karte der Zellen, ${cache}`,
  scale: (cellsPerSquare) => `1 Quadrat ist ${counted(cellsPerSquare, 'Zelle', 'Zellen')}`,
  free: (first, last) => `${range('Zelle', 'Zellen', first, last)}: frei`,
  used: ({ firstPosition, lastPosition, holds, isReused, isOutside, bytes }) =>
    `${range('Token', 'Tokens', firstPosition, lastPosition)}: ${contents[holds].short}${isReused ? ', wiederverwendet' : ''}${isOutside ? ', außerhalb des Fensters' : ''}, ${formatBytes(bytes)}`,
  inBlocks: (blockTokens) =>
    `Die Zellen enthalten so viele Nachrichten, dass die Karte Blöcke von ${tokens(blockTokens)} zeigt, jeden in der Farbe seines größten Anteils.`,
  indexer: 'Ein Key für jede Zelle des vollen Caches, in derselben Reihenfolge.',
  state: (count) =>
    count === 0
      ? 'Noch wurde kein Token verarbeitet.'
      : `Ein Zustand aus allen ${tokens(count)} bisher. Kein Token lässt sich daraus entfernen.`,
}

export const legend: typeof englishLegend = {
  label: (cache) => `Inhalt der Zellen, ${cache}`,
  columns: { holds: 'Inhalt', cells: 'Zellen', bytes: 'Bytes' },
  free: { name: 'Frei', meaning: 'Reserviert und noch nicht belegt.' },
  outside: {
    name: 'Außerhalb des Fensters',
    meaning: 'Keine dieser Schichten beachtet diese Zellen noch. Neue Tokens werden sie belegen.',
  },
  reused: {
    name: 'Wiederverwendet',
    meaning: 'Wie viele der Zellen oben zu Beginn des letzten Turns schon im Cache waren. Sie wurden nicht neu berechnet.',
  },
}

const names = (sequences: readonly number[]): string =>
  `${sequences.length > 1 ? 'Sequenzen' : 'Sequenz'} ${listed(sequences.map((sequence) => formatCount(sequence + 1)))}`

export const sequences: typeof englishSequences = {
  label: 'Sequenz',
  names,
  held: (held) =>
    `${formatCount(held.sequences)} Sequenzen enthalten diese Unterhaltung, eine je Antwort: ${counted(held.cells, 'Zelle', 'Zellen')}, ${formatBytes(held.bytes)} von ${formatBytes(held.allocatedBytes)}.`,
  shared({ sequence, shared }) {
    const name = `Sequenz ${formatCount(sequence + 1)}`
    if (!shared) return `${name}; keine andere Sequenz enthält dieselben Zellen.`
    const others =
      shared.sequences.length > 1
        ? `die ${names(shared.sequences)} enthalten sie auch, in eigenen Zellen`
        : `${names(shared.sequences)} enthält sie auch, in eigenen Zellen`
    return `${name}: Der Anfang (${tokens(shared.tokens)}) wurde einmal verarbeitet und kopiert; ${others}.`
  },
}
