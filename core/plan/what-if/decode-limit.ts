/**
 * The decode speed that a memory bandwidth allows: a token cannot come faster than the bytes that it needs.
 *
 *   tokens per second <= bandwidth / (weights a token uses + cells of its sequence)
 *
 * With tensors, the weights are those that core/bandwidth counts. Without, of experts a token uses some, and of a token embedding that is only
 * looked up one row, which counts as nothing.
 */
import { weightBytesOf } from '../../bandwidth/token-reads'
import type { CachePlan } from '../../kv/cache-plan'
import type { PlanSubject } from '../plan-subject'

export interface TokenBytes {
  readonly weights: number
  /** Bytes of one sequence whose context is full. */
  readonly cache: number
}

/** null if the weights are unknown. */
export function tokenBytes({ weights, reads, attention }: PlanSubject, plan: CachePlan): TokenBytes | null {
  if (!weights || plan.refused) return null
  const { totalBytes, inputBytes, sharedOutputBytes, expertBytes = 0 } = weights
  const used = attention && attention.experts > 0 && attention.expertsUsed > 0 ? attention.expertsUsed / attention.experts : 1
  const cache = plan.caches.reduce(
    (sum, { kind, bytes, cells, windowCells, streams }) =>
      sum + (kind === 'recurrent' ? bytes / plan.sizes.sequences : (bytes / streams) * (windowCells / cells)),
    0,
  )
  if (reads) return { weights: weightBytesOf({ weights: [...reads.byType] }), cache: Math.round(cache) }
  return { weights: Math.round(totalBytes - inputBytes + sharedOutputBytes - expertBytes * (1 - used)), cache: Math.round(cache) }
}

export interface DecodeLimit {
  readonly bytes: TokenBytes
  /** Tokens per second, with an empty and with a full context. */
  readonly empty: number
  readonly full: number
}

/** `bandwidth` is in bytes per second. Layers in slower memory take longer, so the result stays an upper bound. */
export function decodeLimit(subject: PlanSubject, plan: CachePlan, bandwidth: number): DecodeLimit | null {
  const bytes = tokenBytes(subject, plan)
  if (!bytes || bytes.weights + bytes.cache === 0) return null
  return { bytes, empty: bandwidth / bytes.weights, full: bandwidth / (bytes.weights + bytes.cache) }
}
