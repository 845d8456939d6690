import type { TurnMark } from '../../../contract/chat/turn'
import { formatCount, formatMs } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import type { firstTokens as englishFirstTokens, gaps as englishGaps } from '../../en/cache/turns'
import { counted, tokens } from '../../words/de'

export const firstTokens: typeof englishFirstTokens = {
  title: 'Zeit bis zum ersten Token',
  meaning: 'Vom Absenden bis zum ersten sichtbaren Token, Turn für Turn.',
  ofLastTurn: 'TTFT des letzten Turns',
  exactMs: (ms) => `${formatNumber(ms, 3)} ms`,
  empty: 'Der erste Balken erscheint nach der ersten Antwort.',
  parts: {
    queueMs: {
      name: 'Warteschlange',
      meaning:
        'Die Nachricht speichern, auf das Ende einer anderen Antwort oder auf einen Prompt mit demselben Anfang warten, andere Caches auf dem Datenträger sichern und nach einem gespeicherten Cache dieser Unterhaltung suchen.',
    },
    restoreMs: {
      name: 'Wiederherstellen',
      meaning: 'Den gespeicherten Cache vor dem Turn vom Datenträger lesen. Im Bericht des Turns gehört das zur Warteschlange.',
    },
    tokeniseMs: {
      name: 'Tokenisieren',
      meaning: 'Das Chat-Template anwenden, den Text in Tokens zerlegen und finden, was schon im Cache ist.',
    },
    prefillMs: { name: 'Prefill', meaning: 'Die neuen Tokens des Prompts verarbeiten. Wiederverwendete Tokens kosten hier keine Zeit.' },
    firstTokenMs: { name: 'Erstes Token', meaning: 'Vom Ende des Prefills bis zum ersten Text der Antwort.' },
  },
  chart: (turns) => `Zeit bis zum ersten Token der letzten ${formatCount(turns)} Turns, nach Anteilen`,
  reused: 'Cache',
  turn: 'Turn',
  turnNumber: (turn) => `Turn ${formatCount(turn)}`,
  reusedAndProcessed: (reusedTokens, processedTokens) =>
    `${tokens(reusedTokens)} wiederverwendet, ${formatCount(processedTokens)} verarbeitet`,
  lastPrompt(reusedTokens, promptTokens, restored) {
    const reused = `Letzter Prompt: ${formatCount(reusedTokens)} von ${tokens(promptTokens)} wiederverwendet`
    return restored ? `${reused}, vom Datenträger zurückgelesen: ${tokens(restored.tokens)}, ${formatMs(restored.ms)}` : reused
  },
  table: 'Zeit bis zum ersten Token nach Turn',
  reusedTokens: 'Wiederverwendete Tokens',
  processedTokens: 'Verarbeitete Tokens',
}

const shares = { p50: 'Die Hälfte', p90: '9 von 10', p99: '99 von 100' }

function markText(kind: TurnMark['kind'], value: number): string {
  switch (kind) {
    case 'threads-lowered':
      return `Threads auf ${formatCount(value)} gesenkt, weil das Gerät beschäftigt ist`
    case 'threads-raised':
      return `Threads auf ${formatCount(value)} erhöht`
    case 'evicted':
      return `${counted(value, 'Token hat', 'Tokens haben')} den Kontext verlassen, um Platz zu schaffen`
    case 'checkpoint':
      return 'Prüfpunkt angelegt'
    case 'speculation-off':
      return `Spekulation abgeschaltet: ${formatCount(value)} % der entworfenen Tokens wurden angenommen, zu wenige, um Zeit zu sparen`
  }
}

const summary = (gaps: number, longestMs: number): string => `${counted(gaps, 'Abstand', 'Abstände')}, max. ${formatMs(longestMs)}`

export const gaps: typeof englishGaps = {
  region: 'Inter-Token-Latenz',
  title: 'Abstände zwischen Tokens',
  meaning:
    'Inter-Token-Latenz: der Abstand zwischen einem Token der Antwort und dem nächsten. Jeder Balken zeigt den längsten Abstand seiner Tokens, damit jede Pause zu sehen ist.',
  onlyFigures:
    'Von dieser Antwort sind nur die Kennzahlen gespeichert. Das Diagramm der einzelnen Abstände bleibt nur in dem Fenster, das die Antwort gezeigt hat, bis es geschlossen wird.',
  empty: 'Der erste Abstand erscheint mit dem zweiten Token.',
  percentile: (name) => `ITL ${name}`,
  exactMs: (ms, isExact) => `${isExact ? '' : 'etwa '}${formatNumber(ms, 3)} ms`,
  percentileMeaning: (name, ms, isExact) => `${shares[name]} der Abstände sind kürzer als ${gaps.exactMs(ms, isExact)}`,
  summary,
  chart: (count, longestMs, medianMs) => `${summary(count, longestMs)}, die Hälfte unter ${formatMs(medianMs)}`,
  scale: (topMs) => `oben: ${formatMs(topMs)}`,
  events: 'Ereignisse während der Antwort',
  event: ({ afterToken, kind, value }) =>
    `${afterToken === 0 ? 'Vor dem ersten Token' : `Nach Token ${formatCount(afterToken)}`}: ${markText(kind, value)}`,
}
