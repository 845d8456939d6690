import type { MemoryClass } from '../../../core/kv/shape/cache-shape'

interface ClassWords {
  readonly name: string
  readonly formula: string
}

const attention = 'layers × cells × sequences × (K row + V row)'
const windowed = 'full layers × context cells + sliding layers × (window + batch) cells, each × sequences × (K row + V row)'
const state = 'recurrent layers × sequences × (convolution + state) × 4 B'

export const memoryClasses: Readonly<Record<MemoryClass, ClassWords>> = {
  none: { name: 'No cache', formula: 'The model reads a text at once and keeps nothing.' },
  kv_cache: { name: 'Full attention', formula: attention },
  kv_cache_iswa: { name: 'Full and sliding layers', formula: windowed },
  kv_cache_dsa: { name: 'Attention with an indexer', formula: `${attention} + indexer layers × cells × sequences × K row` },
  kv_cache_dsa_iswa: { name: 'Sliding attention with an indexer', formula: `${windowed} + indexer layers × cells × sequences × K row` },
  kv_cache_dsv4: {
    name: 'Window and compressed cells',
    formula: 'window cells + one cell for 4 tokens + one for 128 tokens + compressor states',
  },
  kv_cache_msa: { name: 'Block-sparse attention', formula: `${attention} + indexer layers × cells × sequences × (K row + V row)` },
  memory_recurrent: { name: 'Recurrent', formula: state },
  memory_hybrid: { name: 'Hybrid of attention and recurrence', formula: `attention ${attention} + ${state}` },
  memory_hybrid_iswa: {
    name: 'Hybrid of sliding attention and recurrence',
    formula: `sliding layers × (window + batch) cells × sequences × (K row + V row) + ${state}`,
  },
  memory_hybrid_idx: { name: 'Hybrid with an indexer', formula: `attention ${attention} + indexer × cells × sequences × K row + ${state}` },
}
