import { formatNats } from '../../../compare/statistics/format-nats'
import type { CompareResultOf } from '../../../contract/compare/compare-tasks'
import { formatCount, formatPercent } from '../../../text/amounts'
import { formatSignificant } from '../../../text/number-language'
import { counted, listed } from '../../words/en'

type QualityMethod = CompareResultOf<'quality'>['method']

export const table = {
  title: 'Figures',
  note: 'Hover over a column’s name, or focus it, to see what it means and what ± stands for. Small text: how a figure differs from that of the reference, ± half of its 95% interval (Student’s t).',
  label: 'Results table',
  setting: 'Setting',
  reference: 'reference',
  inCharts: (setting: string): string => `${setting} in the charts`,

  depthLabel: 'Depth for the speeds in the table',
  depth: (tokens: number): string => `depth ${formatCount(tokens)}`,

  allColumns: (columns: number): string => `Show all ${formatCount(columns)} columns`,
  fewerColumns: 'Show fewer columns',

  /** Below a figure: how it differs from that of the reference. `percentage` is such as `−12%`. */
  difference: {
    clear: (percentage: string, margin: number): string =>
      margin < 0.0005 ? percentage : `${percentage} ± ${formatPercent(margin, margin < 0.0095 ? 1 : 0)}`,
    equal: 'equal',
    unclear: 'no clear difference',
    partial: 'not compared yet',
    few: 'fewer than three repetitions',
    unreliable: 'unreliable',
    /** Without repetitions, chance may explain the difference. */
    once: (percentage: string): string => `${percentage}, measured once`,
  },

  /** Below a rate whose repetitions differ too much. `median`: such as `12.3`, null if unknown. */
  unreliable: (median: string | null): string => (median === null ? 'unreliable' : `unreliable, median ${median}`),

  /** Texts that replace a figure. The reason is a tooltip. */
  absences: {
    waiting: { sign: '…', reason: 'Not measured yet' },
    failed: { sign: 'failed', reason: 'The list of failures below says why' },
    'not-measured': { sign: '–', reason: 'Not measured' },
    onServer: {
      sign: 'none',
      reasons: {
        cache: 'Not available: a server does not say how many bytes its cache has.',
        engine: 'Not available: llama-bench’s tests need the engine. Compare the columns “at the client” instead.',
        logits: 'Not available: these figures need the probabilities of all tokens, and Compare uses only the chat API of a server.',
      },
    },
  },

  /** `about`: such as `llama-server q8_0: tiny, llama-server b9000 at Lab`. */
  servers: (about: readonly string[]): string =>
    `${about.join('; ')}. All figures of a server are seen from this machine and include the network. TTFT, and gaps between two pieces of text, are measured here; tokens are those that the server reports. A short request warmed up each server before it was measured.`,
  server: (name: string, model: string, kind: string, server: string): string =>
    `${name}: ${[model, kind].filter(Boolean).join(', ')}${server ? ` at ${server}` : ''}`,

  /** If the reference's perplexity is worse than guessing. */
  unsuitableText: (perplexity: number, vocabularyTokens: number): string =>
    `The text does not suit this model: the reference’s perplexity is ${formatSignificant(perplexity)}, and guessing among the ${formatCount(vocabularyTokens)} tokens of its vocabulary would have ${formatCount(vocabularyTokens)}. Choose a text of the kind that the model was trained on before you judge cache types by it.`,

  /** Of the context whose caches are shown. */
  ofCells: (cells: number): string => `${formatCount(cells)} cells`,

  bytes: (bytes: number): string => counted(bytes, 'byte', 'bytes'),

  charted: (charted: number, settings: number, most: number): string =>
    `The charts show ${formatCount(charted)} of ${formatCount(settings)} settings: the selected ones, up to ${formatCount(most)}.`,

  limits: {
    label: 'Goodput limits',
    meaning:
      'Which turns count as good: the first token comes within the first limit, and 9 in 10 gaps between tokens are within the second.',
    /** The texts around the two fields. */
    ttft: 'Good turns: TTFT ≤',
    itl: 'ms, ITL ≤',
    end: 'ms',
    ttftField: 'TTFT limit in ms',
    itlField: 'ITL limit in ms',
  },

  /** `scored`: numbers of scored positions. Both lists have several entries if settings differ. */
  quality(scored: readonly number[], methods: readonly QualityMethod[]): string {
    const positions = scored.length === 0 ? '' : ` at ${listed(scored.map(formatCount))} positions`
    return `Quality was scored${positions}, from ${listed([...new Set(methods.map(method))])}.`
  },
}

const method = ({ logits, fullPositions, headTokens, errorBound }: QualityMethod): string =>
  logits === 'full'
    ? 'all logits'
    : `the ${formatCount(headTokens ?? 0)} most likely tokens, with all logits at ${formatCount(fullPositions)} positions (the mean KLD may be off by up to ${formatNats(errorBound)} nats)`
