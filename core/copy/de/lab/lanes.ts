import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import type { lanes as english, HeadId, TokenState } from '../../en/lab/lanes'
import { counted, tokens } from '../../words/de'

const states: Readonly<Record<TokenState, string>> = {
  old: 'aus der vorigen Unterhaltung',
  held: 'im Cache',
  next: 'im Cache, würde zuerst verdrängt',
  gone: 'verdrängt',
  waiting: 'noch nicht gelesen',
  unwritten: 'noch nicht geschrieben',
}

const quoted = (token: string): string => `„${token}“`
const at = ({ layer, head }: HeadId): string => `Schicht ${layer}, Head ${head}`

const cellBasis = 'Jede ist ein Token in einem KV-Head einer Schicht, in f32.'

export const lanes: typeof english = {
  region: (which, policy) => `${which === 0 ? 'Linker' : 'Rechter'} Cache: ${policy}`,
  subtitle: (cells, signal, mode) => (cells === null ? signal : `${counted(cells, 'Zelle', 'Zellen')} je Head, ${signal}, ${mode}`),
  source: (source) => `${source}.`,
  fault: (name) => `${name}.`,

  step({ part, tokens: count, lastToken, probability, hasEnded }) {
    const step = hasEnded ? 'Diese Antwort war schon fertig: Ihr letzter Schritt' : 'Dieser Schritt'
    if (part !== 'answer')
      return `${step} las ${tokens(count)} ${part === 'question' ? 'der Frage' : 'des Prompts'}, bis ${quoted(lastToken)}.`
    return probability === null
      ? `${step} schrieb ${quoted(lastToken)}.`
      : `${step} schrieb ${quoted(lastToken)} mit einer Wahrscheinlichkeit von ${formatPercent(probability)}.`
  },
  held(heldCells, bytes, evictedCells) {
    const held = `Der Cache hält ${counted(heldCells, 'Zelle', 'Zellen')} (${formatBytes(bytes)})`
    const written = heldCells + evictedCells
    return evictedCells === 0
      ? `${held}: alle, die geschrieben wurden. ${cellBasis}`
      : `${held} von ${formatCount(written)} geschriebenen: ${formatCount(evictedCells)} verdrängt, ${formatPercent(evictedCells / written, 1)}. ${cellBasis}`
  },
  perplexity: (perplexity) => `Perplexität des Prompts bis hier: ${formatNumber(perplexity, 2)} (1 ist Gewissheit).`,
  closed: (head) => `Die Aufzeichnung ist geschlossen; was ${at(head)} bei diesem Schritt hielt, ist unbekannt.`,

  answer: 'Antwort:',
  noAnswer: 'leer',
  answerNotBegun: 'noch nicht begonnen',
  differs: 'Ab hier unterscheiden sich die Antworten',

  heldText: (head) => `Was ${at(head)} vom Text hält`,
  heldTextOf: (policy, head) => `Text im Cache von ${policy}, ${at(head)}`,
  marks: 'Was die Markierungen bedeuten',
  states,
  token: (token, state) => `Token ${formatCount(token)}: ${states[state]}`,
  evictedNothing: 'Dieser Schritt verdrängte nichts aus diesem Head.',
  evicted: (named, more) =>
    `Dieser Schritt verdrängte aus diesem Head: ${named.map(quoted).join(' ')}${more > 0 ? ` und ${formatCount(more)} weitere` : ''}.`,

  choseOnce: {
    'query-aware': 'Diese Strategie wählte einmal, nach der Frage. Die Zellen der Antwort kommen zum Budget hinzu.',
    'query-agnostic': 'Diese Strategie wählte einmal, vor der Frage. Die Zellen von Frage und Antwort kommen zum Budget hinzu.',
  },
  needsNoWeights:
    'Diese Strategie braucht keine Attention-Gewichte und funktioniert deshalb mit einem Fused Kernel, der sie nie speichert.',
  repeatsPrompt:
    'Für die Auswahl muss das Modell den Prompt wiederholen, und jeder Score dieses zweiten Durchgangs muss sichtbar sein. Ein Fused Kernel speichert sie nie.',
  needsScores: ({ queries, cells, bytes, tileScores, tileBytes, flashTile, flashBytes }) =>
    `Um auszuwählen, muss diese Strategie ${formatCount(queries)} × ${formatCount(cells)} Scores jedes Heads sehen (${formatBytes(bytes)}). ` +
    `Die gekachelte Attention des Labors hält davon nur ${formatCount(tileScores)} auf einmal (${formatBytes(tileBytes)}); ` +
    `ein Fused Kernel wie FlashAttention-2 hält eine Kachel von höchstens ${flashTile.join(' × ')} (${formatBytes(flashBytes)}), wie lang der Text auch ist.`,
  questReadsPrompt: 'Prompts werden ganz gelesen, weil jede ihrer Queries andere Seiten brauchen würde.',
  questDenseLayers: (layers) => `Die ersten ${formatCount(layers)} Schichten lesen alle Zellen, wie im Code der Autoren.`,
  questReadsAll: (cells) => `Jede Query las alle ${counted(cells, 'Zelle', 'Zellen')}, weil sie in das Budget passen.`,
  questReads: (read, cells, pageTokens) =>
    `Jede Query las ${formatCount(read)} von ${counted(cells, 'Zelle', 'Zellen')}: Seiten von ${pageTokens} und die gerade geschriebene. Das spart Lesen, nicht Speicher.`,

  looks: (head) => `Was ${at(head)} ansieht`,
  attentionOf: (policy, head, attention) => `Attention von ${policy}, ${at(head)}: ${attention}`,
  attention(query, named, others) {
    const names = named.map(({ token, weight }) => `${quoted(token)} (${formatPercent(weight)})`).join(', ')
    if (others === null) return `${quoted(query)} sieht ${names} an.`
    const rest = others === 1 ? 'eine andere Zelle hat den Rest' : `${formatCount(others)} andere Zellen teilen sich den Rest`
    return `${quoted(query)} sieht vor allem ${names} an; ${rest}.`
  },
  axes: 'Zeilen: das Token, das schaut. Spalten: das Token, das es ansieht.',
  weight: (query, queryNumber, key, keyNumber, weight) =>
    `${quoted(query)} (Token ${formatCount(queryNumber)}) gibt ${formatPercent(weight, weight < 0.1 ? 1 : 0)} seiner Attention an ${quoted(key)} (Token ${formatCount(keyNumber)})`,
}
