/**
 * node-llama-cpp takes a checkpoint every 8,192 tokens. The engine also takes some at points from which a conversation is likely to
 * continue (core/reuse/checkpoint-stops.ts).
 *
 * Source: `defaultCheckpointOptions` and `needsCheckpoints` in node-llama-cpp 3.21.1; `LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY` and
 * `llama_kv_cache::state_write` in llama.cpp.
 */
import { mostCheckpoints } from '../../contract/cache/session-limits'
import type { CachePlan } from '../../kv/cache-plan'

const intervalTokens = 8192
/** One to answer the last prompt again, and one to edit the prompt before it. */
const fewest = 2
const most = mostCheckpoints
/** A sequence's checkpoints may use this many bytes or this share of its cache, whichever is larger. */
const allowedBytes = 256 * 2 ** 20
const allowedShare = 1 / 8

export interface PlannedCheckpoints {
  /** Number of checkpoints after one turn has filled the context. */
  readonly count: number
  readonly limit: number
  /** Upper bound in bytes. */
  readonly bytesEach: number
}

/** `budget` is in MiB per sequence. */
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

const isAsLongAsTheContext = (caches: CachePlan['caches'], cellsPerSequence: number): boolean =>
  caches.every(({ kind, cells }) => kind !== 'sliding' || cells >= cellsPerSequence)
