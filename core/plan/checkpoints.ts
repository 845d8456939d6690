/**
 * Checkpoints: copies in RAM of what a sliding window or a recurrent state cannot go back to.
 *
 * The engine takes one after each prompt (native-models/engine/run-turn.ts), node-llama-cpp one every 8,192 tokens
 * and keeps at most 32 of each sequence. Each holds one sequence's states and its cells of the window, not the full cache.
 *
 * Source: `defaultCheckpointOptions` and `needsCheckpoints` of LlamaContextSequence in node-llama-cpp 3.21.1;
 * `LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY` in src/llama-kv-cache-iswa.cpp and src/llama-memory-hybrid.cpp.
 */
import type { CachePlan } from '../kv/cache-plan'

const intervalTokens = 8192
export const mostCheckpoints = 32

export interface PlannedCheckpoints {
  /** Of one sequence whose context is full after one turn. More turns take more, up to `mostCheckpoints`. */
  readonly count: number
  /** Of one checkpoint, at most. */
  readonly bytesEach: number
}

export function plannedCheckpoints({ caches, sizes }: CachePlan): PlannedCheckpoints {
  let bytesEach = 0
  for (const { kind, bytes, streams } of caches) {
    if (kind === 'recurrent') bytesEach += bytes / sizes.sequences
    else if (kind === 'sliding' && !isAsLongAsTheContext(caches, sizes.cellsPerSequence)) bytesEach += bytes / streams
  }
  const count = bytesEach > 0 ? Math.min(mostCheckpoints, Math.floor(sizes.cellsPerSequence / intervalTokens) + 1) : 0
  return { count, bytesEach: Math.ceil(bytesEach) }
}

/** A window that holds everything needs no copies. */
const isAsLongAsTheContext = (caches: CachePlan['caches'], cellsPerSequence: number): boolean =>
  caches.every(({ kind, cells }) => kind !== 'sliding' || cells >= cellsPerSequence)
