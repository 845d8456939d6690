import { formatBytes, formatCount, formatMs } from '../../../text/amounts'
import type { context as english } from '../../en/cache/context'

export const context: typeof english = {
  label: 'Kontext',
  keyType: { name: 'K', meaning: 'Wie die Elemente der Keys gespeichert sind.' },
  valueType: { name: 'V', meaning: 'Wie die Elemente der Values gespeichert sind.' },
  tokens: { name: 'ctx', meaning: 'Tokens, die eine Unterhaltung haben kann.' },
  threads: {
    name: 'Threads',
    meaning(measured) {
      const what = 'Threads zum Decodieren, von den physischen Kernen dieses Geräts.'
      if (measured.length === 0) return what
      return `${what} Zeit je Token, beim Anlegen des Kontexts gemessen: ${measured.map((row) => `${row.threads}: ${formatMs(row.msPerToken)}`).join(', ')}.`
    },
    lowered: (threads) => `${threads} (Gerät ist beschäftigt)`,
    of: (threads, cores) => `${threads} von ${cores}`,
  },
  bytes: (bytes) => `${formatCount(bytes)} Bytes`,
  allocated: {
    name: 'Belegt',
    meaning:
      'Was llama.cpp für alle Caches dieses Kontexts belegt hat, für alle Sequenzen. Der Speicher wird beim Anlegen des Kontexts belegt, nicht erst beim Füllen.',
  },
  predicted: {
    name: 'Vorhergesagt',
    meaning:
      'Vor dem Laden des Modells aus dem Header der Datei berechnet. llama.cpp nennt die Belegung auf 0,01 MiB genau; „gleich“ heißt, dass die ebenso gerundete Vorhersage diese Größe ergibt.',
    equal: 'gleich',
    notPlanned: 'nicht geplant',
    different: (predictedBytes, allocatedBytes) => {
      const predicted = predictedBytes === null ? 'nicht geplant' : formatBytes(predictedBytes)
      return allocatedBytes === null ? `${predicted}, nicht belegt` : `${predicted} ≠ ${formatBytes(allocatedBytes)}`
    },
  },
  withBuffers: {
    name: 'Mit Rechenpuffern',
    meaning: 'Caches und Rechenpuffer dieses Kontexts zusammen, nach Angabe von llama.cpp.',
  },
  draft: {
    name: 'Entwurfsmodell',
    notLoaded: 'nicht geladen',
    loading: 'lädt …',
    meaning: (name) => `${name} entwirft Tokens für dieses Modell, in einem eigenen Kontext.`,
    parts(name, { weightBytes, contextBytes, cacheBytes }) {
      const buffer = contextBytes.ram + contextBytes.vram - cacheBytes
      return `${context.draft.meaning(name)} Gewichte ${formatBytes(weightBytes.ram + weightBytes.vram)}, f16-Cache ${formatBytes(cacheBytes)}, Rechenpuffer ${formatBytes(buffer)}, nach Angabe von llama.cpp.`
    },
  },
  sequences: {
    name: 'Sequenzen',
    meaning: 'So viele Unterhaltungen behalten gleichzeitig ihren Cache und können gleichzeitig beantwortet werden.',
  },
  batches: {
    name: 'Batches',
    shared: 'gemeinsam',
    inTurn: 'abwechselnd',
    meaning: (isShared) =>
      isShared
        ? 'Ein Batch wertet das nächste Token jeder Antwort und ein Stück jedes Prompts aus, der gerade verarbeitet wird. Jedes Gewicht wird einmal für alle Antworten gelesen.'
        : 'Diese Version von llama.cpp kann auf diesem Rechner nicht mehrere Sequenzen dieses Modells in einem Batch auswerten. Unterhaltungen, die gleichzeitig beantwortet werden, wechseln sich ab: je ein Token oder ein Stück eines Prompts.',
  },
  flashAttention: {
    name: 'Flash Attention',
    meaning: 'Berechnet die Attention kachelweise. Ein quantisiertes V braucht sie.',
    on: 'an',
    off: 'aus',
  },
  checkpoints: {
    name: 'Prüfpunkte',
    meaning:
      'Kopien des Sliding Window oder des rekurrenten Zustands im RAM. Eine frühere Stelle der Unterhaltung wird vom nächsten Prüfpunkt davor fortgesetzt. Die ältesten werden zuerst entfernt. Die Einstellungen begrenzen ihren Speicher.',
    count: (count, limit, bytes) => `${formatCount(count)} von ${formatCount(limit)}, ${formatBytes(bytes)}`,
    positions: 'nach Tokens',
  },
}
