/**
 * Checkpoints: copies in RAM of what a sliding window or a recurrent state cannot go back to.
 *
 * The engine takes them where a conversation can be taken up again (core/reuse/checkpoint-stops.ts), node-llama-cpp one every 8,192 tokens.
 * Each holds one sequence's states and the cells that its window still sees, not the full cache. For a large window that
 * is hundreds of MiB, so the engine keeps only as many as stay small beside the cache itself.
 *
 * Source: `defaultCheckpointOptions` and `needsCheckpoints` of LlamaContextSequence in node-llama-cpp 3.21.1;
 * `LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY` in src/llama-kv-cache-iswa.cpp and src/llama-memory-hybrid.cpp, and
 * `llama_kv_cache::state_write`, which leaves out cells that are masked by the window.
 */
import { mostCheckpoints } from '../../contract/cache/session-limits'
import type { CachePlan } from '../../kv/cache-plan'

const intervalTokens = 8192
/** The last prompt's, to answer it again, and the one before, to edit it. */
const fewest = 2
const most = mostCheckpoints
/** Of one sequence: this much, or an eighth of its cache where that is more. */
const allowedBytes = 256 * 2 ** 20
const allowedShare = 1 / 8

export interface PlannedCheckpoints {
  /** Of one sequence whose context is full after one turn. More turns take more, up to `limit`. */
  readonly count: number
  /** That the engine keeps of one sequence; the oldest go first. 0: none are needed. */
  readonly limit: number
  /** Of one checkpoint, at most. */
  readonly bytesEach: number
}

/** `budget`: of one sequence, in MiB; a budget that holds no checkpoint allows none. */
export function plannedCheckpoints({ caches, sizes, totalCacheBytes }: CachePlan, budget: number | 'auto' = 'auto'): PlannedCheckpoints {
  let bytesEach = 0
  for (const { kind, bytes, streams, cells, windowCells } of caches) {
    if (kind === 'recurrent') bytesEach += bytes / sizes.sequences
    else if (kind === 'sliding' && !isAsLongAsTheContext(caches, sizes.cellsPerSequence))
      bytesEach += (bytes / streams) * (windowCells / cells)
  }
  bytesEach = Math.ceil(bytesEach)
  if (bytesEach === 0) return { count: 0, limit: 0, bytesEach }
  const allowed = budget === 'auto' ? Math.max(allowedBytes, (totalCacheBytes / sizes.sequences) * allowedShare) : budget * 2 ** 20
  const limit = Math.min(most, Math.max(budget === 'auto' ? fewest : 0, Math.floor(allowed / bytesEach)))
  return { count: Math.min(limit, Math.floor(sizes.cellsPerSequence / intervalTokens) + 1), limit, bytesEach }
}

/** A window that holds everything needs no copies. */
const isAsLongAsTheContext = (caches: CachePlan['caches'], cellsPerSequence: number): boolean =>
  caches.every(({ kind, cells }) => kind !== 'sliding' || cells >= cellsPerSequence)
