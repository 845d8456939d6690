import type { LlamaContextSequence } from 'node-llama-cpp'
import { coarsenSpans, countHeld } from '../../../core/cells/cell-spans'
import { type CacheAllocation, type CacheFill, type CacheSample, type ContextReport, mostSpans } from '../../../core/contract/cache/cache'
import { checkpointsOf } from './checkpoints'
import type { SequenceRecord } from './sequence-record'
import type { Slot } from './slots'

export function sampleSlot(
  slot: Slot<LlamaContextSequence>,
  records: readonly SequenceRecord[],
  report: ContextReport,
  threads: number,
): CacheSample {
  const { sequence } = slot
  const tokens = sequence.nextTokenIndex
  const oldest = oldestCell(sequence)
  const record = records[slot.index]
  const contents = record?.contents
  const runs = record?.runsOf(tokens) ?? []
  const exact = contents?.spansUpTo(tokens) ?? []
  return {
    sequence: slot.index,
    conversationId: contents?.conversationId ?? null,
    turnId: record?.turnId ?? null,
    tokens,
    reusedTokens: Math.min(tokens, contents?.reusedTokens ?? 0),
    ...coarsenSpans(exact, mostSpans),
    held: countHeld(exact),
    runs: runs.length > mostSpans ? null : [...runs],
    gaps: contents?.gaps() ?? [],
    shared: record?.sharedWith(records) ?? null,
    fills: report.caches.map((cache) => fillOf(cache, report.sequences, tokens, oldest)),
    checkpointBytes: sequence.checkpointsMemoryUsage,
    checkpoints: checkpointsOf(sequence),
    threads,
  }
}

/** With a recurrent state, llama.cpp reports only that state's position. Source: `llama_memory_hybrid::seq_pos_min`. */
function oldestCell(sequence: LlamaContextSequence): number {
  const { isRecurrent, isHybrid } = sequence.model.fileInsights
  return isRecurrent || isHybrid ? 0 : Math.max(0, sequence.stateCellsStartIndex)
}

function fillOf(cache: CacheAllocation, sequences: number, tokens: number, oldest: number): CacheFill {
  const recurrent = cache.kind === 'recurrent'
  const totalCells = recurrent ? 1 : cache.cells
  const allocatedBytes = (cache.keyBytes + cache.valueBytes) / (recurrent ? sequences : cache.streams)
  const held = recurrent ? Math.min(1, tokens) : cache.kind === 'sliding' ? tokens - oldest : tokens
  const usedCells = Math.min(totalCells, Math.max(0, held))
  return {
    kind: cache.kind,
    usedCells,
    totalCells,
    usedBytes: Math.round((allocatedBytes * usedCells) / totalCells),
    allocatedBytes,
    fromPosition: cache.kind === 'sliding' ? tokens - usedCells : 0,
  }
}
