import { padCells } from './context-params'
import type { EffectiveSizes } from './effective-sizes'
import type { CacheTemplate } from './shape/cache-shape'
import { u32 } from './shape/model-shape'

export function cellsOf({ cells, streams }: CacheTemplate, sizes: EffectiveSizes, swaFullCache: boolean): number {
  const { cellsPerSequence, sequences, microBatchTokens, unified } = sizes
  switch (cells.by) {
    case 'context':
      return cellsPerSequence
    case 'window': {
      // Source: `size_swa` in src/llama-kv-cache-iswa.cpp and -dsa-iswa.cpp.
      if (swaFullCache) return cellsPerSequence
      const windows = unified && streams === 'unless-unified' ? sequences : 1
      return padCells(Math.min(cellsPerSequence, u32(cells.windowTokens * windows + microBatchTokens)))
    }
    case 'compression':
      // Source: `dsv4_comp_size` in src/llama-kv-cache-dsv4.cpp.
      return padCells(Math.max(1, Math.ceil(cellsPerSequence / cells.tokensPerCell)))
    case 'sinks':
      return padCells(Math.min(cellsPerSequence, cells.sinkTokens + cells.windowTokens))
    case 'sequences':
      return sequences
    case 'fixed':
      return cells.cells
  }
}

export function streamsOf({ streams }: CacheTemplate, { sequences, unified }: EffectiveSizes): number {
  if (streams === 'one') return 1
  return streams === 'unless-unified' && unified ? 1 : sequences
}
