/** How full the caches of one sequence are, from numbers that cost nothing to read. */
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { CacheAllocation, CacheFill, CacheSample, ContextReport } from '../../core/contract/cache'
import type { Slot } from './slots'

export function sampleSlot(slot: Slot<LlamaContextSequence>, report: ContextReport, threads: number): CacheSample {
  const { sequence } = slot
  const tokens = sequence.nextTokenIndex
  const oldest = Math.max(0, sequence.stateCellsStartIndex)
  return {
    sequence: slot.index,
    conversationId: slot.conversationId,
    tokens,
    fills: report.caches.map((cache) => fillOf(cache, report.sequences, tokens, oldest)),
    checkpointBytes: sequence.checkpointsMemoryUsage,
    threads,
  }
}

/** `oldest`: lowest position that the sequence still has a cell for. */
function fillOf(cache: CacheAllocation, sequences: number, tokens: number, oldest: number): CacheFill {
  // A recurrent cache has one state per sequence; the others have `streams` separate sets of cells.
  const recurrent = cache.kind === 'recurrent'
  const totalCells = recurrent ? 1 : cache.cells
  const allocatedBytes = (cache.keyBytes + cache.valueBytes) / (recurrent ? sequences : cache.streams)
  const held = recurrent ? Math.min(1, tokens) : cache.kind === 'sliding' ? tokens - oldest : tokens
  const usedCells = Math.min(totalCells, Math.max(0, held))
  return { kind: cache.kind, usedCells, totalCells, usedBytes: Math.round((allocatedBytes * usedCells) / totalCells), allocatedBytes }
}
