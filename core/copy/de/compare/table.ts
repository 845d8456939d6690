import { formatNats } from '../../../compare/statistics/format-nats'
import type { CompareResultOf } from '../../../contract/compare/compare-tasks'
import { formatCount, formatPercent } from '../../../text/amounts'
import { formatSignificant } from '../../../text/number-language'
import type { table as english } from '../../en/compare/table'
import { counted, listed } from '../../words/de'

type QualityMethod = CompareResultOf<'quality'>['method']

export const table: typeof english = {
  title: 'Messwerte',
  note: 'Den Namen einer Spalte mit der Maus oder Tastatur ansteuern, um zu sehen, was sie und ihr ± bedeuten. Kleine Schrift: der Unterschied zur Referenz, ± die Hälfte seines 95-%-Bereichs (Student-t).',
  label: 'Tabelle der Ergebnisse',
  setting: 'Einstellung',
  reference: 'Referenz',
  inCharts: (setting) => `${setting} in den Diagrammen`,

  depthLabel: 'Tiefe für das Tempo in der Tabelle',
  depth: (tokens) => `Tiefe ${formatCount(tokens)}`,

  allColumns: (columns) => `Alle ${formatCount(columns)} Spalten zeigen`,
  fewerColumns: 'Weniger Spalten zeigen',

  difference: {
    clear: (percentage, margin) => (margin < 0.0005 ? percentage : `${percentage} ± ${formatPercent(margin, margin < 0.0095 ? 1 : 0)}`),
    equal: 'gleich',
    unclear: 'kein klarer Unterschied',
    partial: 'noch nicht verglichen',
    few: 'weniger als drei Wiederholungen',
    unreliable: 'unzuverlässig',
    once: (percentage) => `${percentage}, einmal gemessen`,
  },

  unreliable: (median) => (median === null ? 'unzuverlässig' : `unzuverlässig, Median ${median}`),

  absences: {
    waiting: { sign: '…', reason: 'Noch nicht gemessen' },
    failed: { sign: 'Fehler', reason: 'Der Grund steht unten in der Liste der Fehler' },
    'not-measured': { sign: '–', reason: 'Nicht gemessen' },
    onServer: {
      sign: 'keiner',
      reasons: {
        cache: 'Nicht verfügbar: Ein Server sagt nicht, wie viele Bytes sein Cache hat.',
        engine: 'Nicht verfügbar: Die Tests von llama-bench brauchen die Engine. Vergleichen Sie die Spalten „beim Client“.',
        logits:
          'Nicht verfügbar: Diese Werte brauchen die Wahrscheinlichkeiten aller Tokens; Vergleichen verwendet nur die Chat-API eines Servers.',
      },
    },
  },

  servers: (about) =>
    `${about.join('; ')}. Alle Werte eines Servers sind von diesem Gerät aus gesehen und enthalten das Netzwerk. TTFT und Abstände zwischen zwei Textstücken sind hier gemessen; Tokens sind die, die der Server meldet. Vor der Messung wurde jeder Server mit einer kurzen Anfrage aufgewärmt.`,
  server: (name, model, kind, server) => `${name}: ${[model, kind].filter(Boolean).join(', ')}${server ? ` auf ${server}` : ''}`,

  unsuitableText: (perplexity, vocabularyTokens) =>
    `Der Text passt nicht zu diesem Modell: Die Perplexität der Referenz ist ${formatSignificant(perplexity)}, Raten unter den ${formatCount(vocabularyTokens)} Tokens seines Vokabulars hätte ${formatCount(vocabularyTokens)}. Wählen Sie einen Text der Art, mit der das Modell trainiert wurde, bevor Sie Cache-Typen danach beurteilen.`,

  ofCells: (cells) => `${formatCount(cells)} Zellen`,

  bytes: (bytes) => counted(bytes, 'Byte', 'Byte'),

  charted: (charted, settings, most) =>
    `Die Diagramme zeigen ${formatCount(charted)} von ${formatCount(settings)} Einstellungen: die ausgewählten, höchstens ${formatCount(most)}.`,

  limits: {
    label: 'Grenzen für Goodput',
    meaning:
      'Welche Turns als gut gelten: Das erste Token kommt innerhalb der ersten Grenze, und 9 von 10 Abständen zwischen Tokens liegen innerhalb der zweiten.',
    ttft: 'Gute Turns: TTFT ≤',
    itl: 'ms, ITL ≤',
    end: 'ms',
    ttftField: 'TTFT-Grenze in ms',
    itlField: 'ITL-Grenze in ms',
  },

  quality(scored, methods) {
    const positions = scored.length === 0 ? '' : ` an ${listed(scored.map(formatCount))} Stellen`
    return `Die Qualität wurde${positions} aus ${listed([...new Set(methods.map(method))])} berechnet.`
  },
}

const method = ({ logits, fullPositions, headTokens, errorBound }: QualityMethod): string =>
  logits === 'full'
    ? 'allen Logits'
    : `den ${formatCount(headTokens ?? 0)} wahrscheinlichsten Tokens, mit allen Logits an ${formatCount(fullPositions)} Stellen (das Mittel der KLD kann um ${formatNats(errorBound)} nats abweichen)`
