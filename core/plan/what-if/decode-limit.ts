/**
 * Upper bound of the decode speed: memory has to deliver all bytes that a token reads.
 *
 * If the tensors are known, core/bandwidth counts the weights. If not, a token is assumed to read its share of the experts, and the token
 * embedding only if it is also the output matrix.
 */
import { weightBytesOf } from '../../bandwidth/token-reads'
import type { CachePlan } from '../../kv/cache-plan'
import type { PlanSubject } from '../plan-subject'

export interface TokenBytes {
  readonly weights: number
  /** The cache of one sequence with a full context. */
  readonly cache: number
}

/** Returns null if the weights are unknown or llama.cpp refuses the settings. */
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
  /** Tokens per second with an empty context. */
  readonly empty: number
  readonly full: number
}

/** `bandwidth` is in bytes per second. Slower memory for some layers only lowers the real speed. */
export function decodeLimit(subject: PlanSubject, plan: CachePlan, bandwidth: number): DecodeLimit | null {
  const bytes = tokenBytes(subject, plan)
  if (!bytes || bytes.weights + bytes.cache === 0) return null
  return { bytes, empty: bandwidth / bytes.weights, full: bandwidth / (bytes.weights + bytes.cache) }
}
