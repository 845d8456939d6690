import type { LayerKind } from '../../../kv/layer-kinds'
import type { MemoryClass } from '../../../kv/shape/cache-shape'
import { formatCount } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import { counted, tokens } from '../../words/en'

const attention = 'layers × cells × sequences × (K row + V row)'
const windowed = 'full layers × context cells + sliding layers × window cells, each × sequences × (K row + V row)'
const state = 'recurrent layers × sequences × (convolution + state) × 4 B'

/** `name` is for the middle of a sentence. */
export const memoryClasses: Readonly<Record<MemoryClass, { readonly name: string; readonly formula: string }>> = {
  none: { name: 'no cache', formula: 'The model reads the whole text at once and keeps nothing.' },
  kv_cache: { name: 'full attention', formula: attention },
  kv_cache_iswa: { name: 'full and sliding layers', formula: windowed },
  kv_cache_dsa: { name: 'attention with an indexer', formula: `${attention} + indexer layers × cells × sequences × K row` },
  kv_cache_dsa_iswa: { name: 'sliding attention with an indexer', formula: `${windowed} + indexer layers × cells × sequences × K row` },
  kv_cache_dsv4: {
    name: 'window and compressed cells',
    formula: 'window cells + one cell per 4 tokens + one per 128 tokens + compressor states',
  },
  kv_cache_msa: { name: 'block-sparse attention', formula: `${attention} + indexer layers × cells × sequences × (K row + V row)` },
  memory_recurrent: { name: 'recurrent', formula: state },
  memory_hybrid: { name: 'hybrid of attention and recurrence', formula: `attention ${attention} + ${state}` },
  memory_hybrid_iswa: {
    name: 'hybrid of sliding attention and recurrence',
    formula: `sliding layers × window cells × sequences × (K row + V row) + ${state}`,
  },
  memory_hybrid_idx: {
    name: 'hybrid with an indexer',
    formula: `attention ${attention} + indexer layers × cells × sequences × (K row + V row) + ${state}`,
  },
}

export interface Term {
  readonly kind: LayerKind
  readonly layers: number
  /** Cells per sequence. For a recurrent state, the number of sequences. */
  readonly cells: number
  /** Copies of the cells, one per sequence. */
  readonly streams: number
  readonly rows: readonly Row[]
}

interface Row {
  readonly role: 'K' | 'V' | 'state'
  readonly width: number
  readonly type: { readonly blockElements: number; readonly blockBytes: number }
}

/** For example `K 2,048 × 2 B`, or for a block type `K 2,048 ÷ 32 × 34 B`. */
const row = ({ role, width, type: { blockElements, blockBytes } }: Row): string =>
  `${role} ${formatCount(width)}${blockElements === 1 ? '' : ` ÷ ${blockElements}`} × ${blockBytes} B`

interface WindowCells {
  readonly windowTokens: number
  readonly batchTokens: number
  readonly cells: number
}

export type Mistake =
  | { readonly id: 'latent-decompressed'; readonly heads: number }
  | { readonly id: 'latent-with-values' }
  | { readonly id: 'latent-once'; readonly layers: number }
  | { readonly id: 'query-heads'; readonly heads: number; readonly kvHeads: number }
  | { readonly id: 'model-width'; readonly elements: number }
  | { readonly id: 'values-forgotten' }
  | { readonly id: 'windows-forgotten' }
  | { readonly id: 'state-forgotten' }
  | { readonly id: 'recurrent-as-attention'; readonly layers: number; readonly attending: number }
  | { readonly id: 'shared-layers'; readonly layers: number }
  | { readonly id: 'experts'; readonly experts: number }
  | { readonly id: 'scales-forgotten' }
  | { readonly id: 'block-for-element' }
  | { readonly id: 'one-sequence'; readonly sequences: number }

function mistake(made: Mistake): string {
  switch (made.id) {
    case 'latent-decompressed':
      return `Counts the ${made.heads} heads that the latent vector is unpacked into, instead of the vector that the cache keeps`
    case 'latent-with-values':
      return 'Counts a V in addition to the latent vector, which contains both'
    case 'latent-once':
      return `Counts the latent vector once instead of in each of ${counted(made.layers, 'layer', 'layers')}`
    case 'query-heads':
      return `Mistakes the ${made.heads} query heads for KV heads; the model has ${counted(made.kvHeads, 'KV head', 'KV heads')}`
    case 'model-width':
      return `Mistakes the width of the model, ${formatCount(made.elements)}, for the width of K and V`
    case 'values-forgotten':
      return 'Forgets that K and V are two tensors'
    case 'windows-forgotten':
      return 'Gives sliding layers a cell for every token of the context'
    case 'state-forgotten':
      return 'Forgets the recurrent state, which exists from the first token on'
    case 'recurrent-as-attention':
      return `Mistakes all ${made.layers} layers for attention layers; only ${made.attending} are, and the others keep a state`
    case 'shared-layers':
      return `Counts ${counted(made.layers, 'layer that has no cache of its own', 'layers that have no cache of their own')}`
    case 'experts':
      return `Multiplies by ${made.experts} experts, which share one attention block and one cache`
    case 'scales-forgotten':
      return 'Counts the bits in the name of the type and forgets the scale of each block'
    case 'block-for-element':
      return 'Mistakes the bytes of a block of 32 elements for those of one element'
    case 'one-sequence':
      return `Counts only one sequence; each of the ${made.sequences} sequences has its own cells`
  }
}

export const formula = {
  title: 'The formula',
  /** `batchTokens` is the micro-batch that llama.cpp gets: the setting, and node-llama-cpp's token. */
  windowCells: ({ windowTokens, batchTokens, cells }: WindowCells): string =>
    `Window cells: the window of ${tokens(windowTokens)} + a batch (n_ubatch) of ${formatCount(batchTokens)}, rounded up to a multiple of 256 and limited by the context: ${formatCount(cells)}. For models with a window, node-llama-cpp adds 1 to the batch that you set.`,
  /** For example `32 layers × 8,192 cells × (K 1,024 × 2 B + V 1,024 × 2 B)`. */
  term({ kind, layers, cells, streams, rows }: Term): string {
    const held = kind === 'recurrent' ? counted(cells, 'sequence', 'sequences') : counted(cells, 'cell', 'cells')
    const copies = streams > 1 ? ` × ${counted(streams, 'sequence', 'sequences')}` : ''
    const inner = rows.filter(({ width }) => width > 0).map(row)
    return `${counted(layers, 'layer', 'layers')} × ${held}${copies} × (${inner.join(' + ')})`
  },
  termFigure: (kind: string): string => `${kind}, term`,
  total: 'Total',
  totalFigure: 'Formula',
  wrongTitle: 'What other formulas give for this model and these settings',
  wrongList: 'Wrong formulas',
  mistake,
  /** `factor`: wrong result / true bytes. Returns `5.80 × too high` or `61 × too low`. */
  factor(factor: number): string {
    if (factor === 0) return 'counts nothing'
    const times = factor >= 1 ? factor : 1 / factor
    const digits = times >= 100 ? 0 : times >= 10 ? 1 : 2
    const isWhole = Number(times.toFixed(digits)) % 1 === 0
    return `${formatNumber(times, isWhole ? 0 : digits)} × too ${factor >= 1 ? 'high' : 'low'}`
  },
  publishedTitle: 'Published figures that do not add up',
  publishedList: 'Published figures',
  quoted: (text: string): string => `“${text}”`,
}
