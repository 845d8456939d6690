import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import { counted, tokens } from '../../words/en'

export interface HeadId {
  /** Both numbers count from 1. */
  readonly layer: number
  readonly head: number
}
export interface LaneStepFacts {
  readonly part: 'prompt' | 'question' | 'answer'
  readonly tokens: number
  readonly lastToken: string
  /** null if the token was not predicted. */
  readonly probability: number | null
  /** True if the lane has ended earlier. The step is then its last one. */
  readonly hasEnded: boolean
}
export interface ScoreFacts {
  readonly queries: number
  readonly cells: number
  /** The size of one head's scores. */
  readonly bytes: number
  readonly tileScores: number
  readonly tileBytes: number
  readonly flashTile: readonly [queries: number, keys: number]
  readonly flashBytes: number
}

export type TokenState = 'old' | 'held' | 'next' | 'gone' | 'waiting' | 'unwritten'

const states: Readonly<Record<TokenState, string>> = {
  old: 'from the previous conversation',
  held: 'in the cache',
  next: 'in the cache, would be evicted first',
  gone: 'evicted',
  waiting: 'not read yet',
  unwritten: 'not written yet',
}

const quoted = (token: string): string => `“${token}”`
const at = ({ layer, head }: HeadId): string => `layer ${layer}, head ${head}`

/** In the chat, a cell is a token in all layers. */
const cellBasis = 'Each of them is one token in one KV head of one layer, in f32.'

export const lanes = {
  region: (which: 0 | 1, policy: string): string => `${which === 0 ? 'Left' : 'Right'} cache: ${policy}`,
  /** `cells` is null without a budget, and then the mode does not matter. */
  subtitle: (cells: number | null, signal: string, mode: string): string =>
    cells === null ? signal : `${counted(cells, 'cell', 'cells')} per head, ${signal}, ${mode}`,
  source: (source: string): string => `${source}.`,
  fault: (name: string): string => `${name}.`,

  step({ part, tokens: count, lastToken, probability, hasEnded }: LaneStepFacts): string {
    const step = hasEnded ? 'This answer ended earlier: its last step' : 'This step'
    if (part !== 'answer') return `${step} read ${tokens(count)} of the ${part}, up to ${quoted(lastToken)}.`
    return probability === null
      ? `${step} wrote ${quoted(lastToken)}.`
      : `${step} wrote ${quoted(lastToken)} with a probability of ${formatPercent(probability)}.`
  },
  held(heldCells: number, bytes: number, evictedCells: number): string {
    const held = `The cache holds ${counted(heldCells, 'cell', 'cells')} (${formatBytes(bytes)})`
    const written = heldCells + evictedCells
    return evictedCells === 0
      ? `${held}: every cell that was written. ${cellBasis}`
      : `${held} of ${formatCount(written)} that were written: ${formatCount(evictedCells)} evicted, ${formatPercent(evictedCells / written, 1)}. ${cellBasis}`
  },
  perplexity: (perplexity: number): string => `Perplexity of the prompt so far: ${formatNumber(perplexity, 2)} (1 means certainty).`,
  closed: (head: HeadId): string => `The recording is closed, so what ${at(head)} held at this step is unknown.`,

  answer: 'Answer:',
  noAnswer: 'empty',
  answerNotBegun: 'not started yet',
  differs: 'From here on the two answers differ',

  heldText: (head: HeadId): string => `Text that ${at(head)} holds`,
  heldTextOf: (policy: string, head: HeadId): string => `Text in the cache of ${policy}, ${at(head)}`,
  marks: 'What the marks mean',
  states,
  token: (token: number, state: TokenState): string => `Token ${formatCount(token)}: ${states[state]}`,
  evictedNothing: 'This step evicted nothing from this head.',
  evicted: (named: readonly string[], more: number): string =>
    `This step evicted ${named.map(quoted).join(' ')}${more > 0 ? ` and ${formatCount(more)} more` : ''} from this head.`,

  choseOnce: {
    'query-aware': 'This policy chose once, after the question. The cells of the answer are added to its budget.',
    'query-agnostic': 'This policy chose once, before the question. The cells of the question and the answer are added to its budget.',
  },
  needsNoWeights: 'This policy needs no attention weights, so it works with a fused kernel, which never stores them.',
  repeatsPrompt:
    'To choose, this policy makes the model repeat the prompt, and has to see every score of that second pass. A fused kernel never stores these scores.',
  needsScores: ({ queries, cells, bytes, tileScores, tileBytes, flashTile, flashBytes }: ScoreFacts): string =>
    `To choose, this policy has to see ${formatCount(queries)} × ${formatCount(cells)} scores of each head (${formatBytes(bytes)}). ` +
    `The Lab’s tiled attention keeps only ${formatCount(tileScores)} at a time (${formatBytes(tileBytes)}); ` +
    `a fused kernel such as FlashAttention-2 keeps a tile of at most ${flashTile.join(' × ')} (${formatBytes(flashBytes)}), however long the text is.`,
  questReadsPrompt: 'Prompts are read in full because each of their queries would need different pages.',
  questDenseLayers: (layers: number): string => `The first ${formatCount(layers)} layers read all cells, as in the authors’ code.`,
  questReadsAll: (cells: number): string => `Each query read all ${counted(cells, 'cell', 'cells')} because they fit into the budget.`,
  questReads: (read: number, cells: number, pageTokens: number): string =>
    `Each query read ${formatCount(read)} of ${counted(cells, 'cell', 'cells')}: pages of ${pageTokens} cells, and the page being written. That saves reads, not memory.`,

  looks: (head: HeadId): string => `What ${at(head)} looks at`,
  attentionOf: (policy: string, head: HeadId, attention: string): string => `Attention of ${policy}, ${at(head)}: ${attention}`,
  /** `others` cells share the rest; null if there is no rest. */
  attention(query: string, named: readonly { readonly token: string; readonly weight: number }[], others: number | null): string {
    const names = named.map(({ token, weight }) => `${quoted(token)} (${formatPercent(weight)})`).join(', ')
    if (others === null) return `${quoted(query)} looks at ${names}.`
    const rest = others === 1 ? 'one other cell has the rest' : `${formatCount(others)} other cells share the rest`
    return `${quoted(query)} looks most at ${names}; ${rest}.`
  },
  axes: 'Rows: the token that looks. Columns: the token that it looks at.',
  weight: (query: string, queryNumber: number, key: string, keyNumber: number, weight: number): string =>
    `${quoted(query)} (token ${formatCount(queryNumber)}) gives ${formatPercent(weight, weight < 0.1 ? 1 : 0)} of its attention to ${quoted(key)} (token ${formatCount(keyNumber)})`,
}
