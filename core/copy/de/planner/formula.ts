import { formatCount } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import type { formula as english, memoryClasses as englishClasses, Mistake, Term } from '../../en/planner/formula'
import { counted, tokens } from '../../words/de'

const attention = 'Schichten × Zellen × Sequenzen × (K-Zeile + V-Zeile)'
const windowed = 'volle Schichten × Zellen des Kontexts + Fenster-Schichten × Zellen des Fensters, je × Sequenzen × (K-Zeile + V-Zeile)'
const state = 'rekurrente Schichten × Sequenzen × (Faltung + Zustand) × 4 B'

export const memoryClasses: typeof englishClasses = {
  none: { name: 'kein Cache', formula: 'Das Modell liest den ganzen Text auf einmal und behält nichts.' },
  kv_cache: { name: 'volle Attention', formula: attention },
  kv_cache_iswa: { name: 'volle und Fenster-Schichten', formula: windowed },
  kv_cache_dsa: { name: 'Attention mit Indexer', formula: `${attention} + Indexer-Schichten × Zellen × Sequenzen × K-Zeile` },
  kv_cache_dsa_iswa: {
    name: 'Sliding-Window-Attention mit Indexer',
    formula: `${windowed} + Indexer-Schichten × Zellen × Sequenzen × K-Zeile`,
  },
  kv_cache_dsv4: {
    name: 'Fenster und komprimierte Zellen',
    formula: 'Zellen des Fensters + eine Zelle für 4 Tokens + eine für 128 Tokens + Zustände der Kompressoren',
  },
  kv_cache_msa: {
    name: 'blockweise dünn besetzte Attention',
    formula: `${attention} + Indexer-Schichten × Zellen × Sequenzen × (K-Zeile + V-Zeile)`,
  },
  memory_recurrent: { name: 'rekurrent', formula: state },
  memory_hybrid: { name: 'Hybrid aus Attention und Rekurrenz', formula: `Attention: ${attention} + ${state}` },
  memory_hybrid_iswa: {
    name: 'Hybrid aus Sliding-Window-Attention und Rekurrenz',
    formula: `Fenster-Schichten × Zellen des Fensters × Sequenzen × (K-Zeile + V-Zeile) + ${state}`,
  },
  memory_hybrid_idx: {
    name: 'Hybrid mit Indexer',
    formula: `Attention: ${attention} + Indexer-Schichten × Zellen × Sequenzen × (K-Zeile + V-Zeile) + ${state}`,
  },
}

const roles = { K: 'K', V: 'V', state: 'Zustand' }

const row = ({ role, width, type: { blockElements, blockBytes } }: Term['rows'][number]): string =>
  `${roles[role]} ${formatCount(width)}${blockElements === 1 ? '' : ` ÷ ${blockElements}`} × ${blockBytes} B`

function mistake(made: Mistake): string {
  switch (made.id) {
    case 'latent-decompressed':
      return `Zählt die ${made.heads} Heads, in die der latente Vektor entpackt wird, statt des Vektors, den der Cache behält`
    case 'latent-with-values':
      return 'Zählt ein V zusätzlich zum latenten Vektor, der beides enthält'
    case 'latent-once':
      return `Zählt den latenten Vektor nur einmal statt in jeder von ${counted(made.layers, 'Schicht', 'Schichten')}`
    case 'query-heads':
      return `Hält die ${made.heads} Query-Heads für KV-Heads; das Modell hat ${counted(made.kvHeads, 'KV-Head', 'KV-Heads')}`
    case 'model-width':
      return `Hält die Breite des Modells, ${formatCount(made.elements)}, für die Breite von K und V`
    case 'values-forgotten':
      return 'Vergisst, dass K und V zwei Tensoren sind'
    case 'windows-forgotten':
      return 'Gibt Fenster-Schichten eine Zelle für jedes Token des Kontexts'
    case 'state-forgotten':
      return 'Vergisst den rekurrenten Zustand, der vom ersten Token an da ist'
    case 'recurrent-as-attention':
      return `Hält alle ${made.layers} Schichten für Attention-Schichten; nur ${made.attending} sind es, die anderen behalten einen Zustand`
    case 'shared-layers':
      return `Zählt ${counted(made.layers, 'Schicht', 'Schichten')} ohne eigenen Cache mit`
    case 'experts':
      return `Multipliziert mit ${made.experts} Experten, die sich eine Attention und einen Cache teilen`
    case 'scales-forgotten':
      return 'Zählt die Bits aus dem Namen des Typs und vergisst den Skalierungsfaktor jedes Blocks'
    case 'block-for-element':
      return 'Hält die Bytes eines Blocks von 32 Elementen für die eines Elements'
    case 'one-sequence':
      return `Zählt nur eine Sequenz; jede der ${made.sequences} Sequenzen hat eigene Zellen`
  }
}

export const formula: typeof english = {
  title: 'Die Formel',
  windowCells: ({ windowTokens, batchTokens, cells }) =>
    `Zellen des Fensters: ${tokens(windowTokens)} Fenster + ${formatCount(batchTokens)} Batch (n_ubatch), aufgerundet auf ein Vielfaches von 256, höchstens der Kontext: ${formatCount(cells)}. node-llama-cpp erhöht bei Modellen mit Fenster den eingestellten Batch um 1.`,
  term({ kind, layers, cells, streams, rows }) {
    const held = kind === 'recurrent' ? counted(cells, 'Sequenz', 'Sequenzen') : counted(cells, 'Zelle', 'Zellen')
    const copies = streams > 1 ? ` × ${counted(streams, 'Sequenz', 'Sequenzen')}` : ''
    const inner = rows.filter(({ width }) => width > 0).map(row)
    return `${counted(layers, 'Schicht', 'Schichten')} × ${held}${copies} × (${inner.join(' + ')})`
  },
  termFigure: (kind) => `${kind}, Summand`,
  total: 'Zusammen',
  totalFigure: 'Formel',
  wrongTitle: 'Was andere Formeln für dieses Modell und diese Einstellungen ergeben',
  wrongList: 'Falsche Formeln',
  mistake,
  factor(factor) {
    if (factor === 0) return 'zählt nichts'
    const times = factor >= 1 ? factor : 1 / factor
    const digits = times >= 100 ? 0 : times >= 10 ? 1 : 2
    const isWhole = Number(times.toFixed(digits)) % 1 === 0
    return `${formatNumber(times, isWhole ? 0 : digits)} × zu ${factor >= 1 ? 'hoch' : 'niedrig'}`
  },
  publishedTitle: 'Veröffentlichte Zahlen, die nicht aufgehen',
  publishedList: 'Veröffentlichte Zahlen',
  quoted: (text) => `„${text}“`,
}
