import type { charts as english } from '../../en/lab/charts'
import { counted, tokens } from '../../words/de'
import { walls } from './walls'

export const charts: typeof english = {
  'naive-or-cached': {
    note: 'Zeit für die ganze Antwort in ms, nach ihrer Länge in Tokens. Jede Länge ist einmal gemessen.',
    x: 'Tokens',
    y: 'ms',
    lines: { naiveMs: 'ohne Cache', cachedMs: 'mit Cache' },
  },
  'grow-or-allocate': {
    note: 'Zeit für 1000 eingefügte Zellen in ms, nach den Zellen im Cache.',
    x: 'Zellen',
    y: 'ms',
    lines: { grownMs: 'durch Anhängen gewachsen', allocatedMs: 'vorab belegt' },
  },
  'attention-shapes': {
    note: 'Größe eines Tokens in allen Schichten in KiB, als f16.',
    unit: 'KiB',
    bar: (attention, kvHeads) => (kvHeads === null ? attention : `${attention}, ${counted(kvHeads, 'KV-Head', 'KV-Heads')}`),
  },
  'eager-or-online': {
    note: 'Gleichzeitig gehaltene Scores eines Heads in KiB, nach der Länge des Prompts in Tokens.',
    x: 'Tokens',
    y: 'KiB',
    lines: { eagerBytes: 'alle auf einmal', onlineBytes: 'Kachel für Kachel' },
  },
  'attention-mass': {
    note: 'Anteil der Attention, der an 20 % der Zellen geht, in %, nach Schicht. Arme: vom niedrigsten bis zum höchsten Head.',
    x: 'Schicht',
    y: '%',
    lines: { eachQuery: 'die eigenen Zellen jeder Query', fixedCells: 'dieselben Zellen für alle Queries' },
  },
  policies: {
    note: (mode) =>
      `Mittlere Punktzahl der Aufgaben in %, nach dem Anteil der Zellen, den die Kompression entfernt hat, wie kvpress sie zeichnet; ${mode}. Arme: 95 %.`,
    x: '% entfernt',
    y: '%',
    mode: 'Frage',
    shown: (most) => `Kurven (bis zu ${most})`,
    none: 'In diesem Modus wurde keine Aufgabe mit einer Frage gemessen.',
    kvpress: 'CSV für kvpress',
    kvpressOf: (title) => `${title} als CSV für kvpress`,
  },
  'observation-window': {
    note: 'Gefundener Fakt in %, nach der Zahl der Queries im Fenster. Arme: 95 %.',
    x: 'Queries',
    y: '%',
  },
  'kv-types': {
    note: 'Perplexität der Texte: Niedriger ist besser.',
    unit: '',
    bar: (keyType, valueType, residualTokens) =>
      residualTokens === null ? `K ${keyType}, V ${valueType}` : `K ${keyType}, V ${valueType}, Rest ${residualTokens}`,
  },
  reservations: { note: 'Anteil des Speichers, der ein Token hält, in %.', unit: '%' },
  'page-sizes': {
    note: 'Anteil der Slots ohne Token in verwendeten Blöcken, in %, nach der Größe eines Blocks in Tokens.',
    x: 'Tokens',
    y: '%',
    lines: { fragmentation: 'interne Fragmentierung' },
  },
  'compaction-cadence': {
    note: 'Kopierte Slots je geschriebenem Token, nach der Zahl der Tokens zwischen zwei Durchgängen.',
    x: 'Tokens',
    y: 'Kopien',
  },
  'prefix-sharing': {
    note: 'Anteil aller Prompt-Tokens, die schon im Cache waren, in %, nach der Größe eines Blocks in Tokens.',
    x: 'Tokens',
    y: '%',
    line: (poolTokens) => `Pool von ${tokens(poolTokens)}`,
  },
  ...walls.charts,
}
