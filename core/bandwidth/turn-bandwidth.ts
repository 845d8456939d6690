import type { TurnMetrics } from '../contract/chat/turn'
import type { MemoryBandwidth } from '../contract/models/bandwidth'
import { allowedItlMs, bandwidthUtilization } from './bound'
import { cacheReadBytesOf, movedBytesOf, weightBytesOf, writtenBytesOf } from './token-reads'
import { bandwidthOf, fitsCache } from './triad-process'

/**
 * `not-in-ram`: the bandwidth of VRAM is not measured. `shared-steps`: drafted tokens, answers in one batch, or other conversations share a
 * read of the weights. `too-short`: the answer has no gaps.
 */
export type UnknownUtilization = 'not-measured' | 'not-in-ram' | 'shared-steps' | 'too-short'

export interface TurnBandwidth {
  /** Cells in use in the middle of the answer. */
  readonly tokens: number
  readonly weightBytes: number
  readonly cacheBytes: number
  readonly writtenBytes: number
  readonly movedBytes: number
  /** The memory bandwidth of the turn's number of threads, or of the next larger number that was measured. null for the reason in `unknown`. */
  readonly basis: MemoryBandwidth['byThreads'][number] | null
  readonly allowedItlMs: number | null
  /** p50. */
  readonly itlMs: number | null
  /** MBU; null for the reason in `unknown`. */
  readonly utilization: number | null
  readonly unknown: UnknownUtilization | null
  /** The last-level cache is large enough for the bytes of a token, so the rate of memory says little. */
  readonly fitsCache: boolean
}

/** Returns null if the turn was stored without its reads. */
export function turnBandwidth(metrics: TurnMetrics, memory: MemoryBandwidth | null): TurnBandwidth | null {
  const { reads, itlMs } = metrics
  if (!reads) return null
  const bytes = {
    tokens: reads.tokens,
    weightBytes: weightBytesOf(reads),
    cacheBytes: cacheReadBytesOf(reads),
    writtenBytes: writtenBytesOf(reads),
    movedBytes: movedBytesOf(reads),
    itlMs: itlMs?.p50 ?? null,
    fitsCache: memory !== null && fitsCache(movedBytesOf(reads), memory),
  }
  const unknown = whyUnknown(metrics, memory)
  if (unknown || !memory || !itlMs) return { ...bytes, basis: null, allowedItlMs: null, utilization: null, unknown: unknown ?? 'too-short' }
  const basis = bandwidthOf(memory, metrics.threads)
  const { bytesPerSecond } = basis
  return {
    ...bytes,
    basis,
    allowedItlMs: allowedItlMs(bytes.movedBytes, bytesPerSecond),
    utilization: bandwidthUtilization(bytes.movedBytes, itlMs.p50, bytesPerSecond),
    unknown: null,
  }
}

function whyUnknown({ reads, itlMs, ...metrics }: TurnMetrics, memory: MemoryBandwidth | null): UnknownUtilization | null {
  if (reads?.location !== 'ram') return 'not-in-ram'
  if (hasSharedSteps(metrics)) return 'shared-steps'
  if (!memory) return 'not-measured'
  return itlMs ? null : 'too-short'
}

/** If true, a gap is not the duration of a step that evaluates one token. */
export const hasSharedSteps = ({
  speculation,
  shared,
  sharedSteps,
}: Pick<TurnMetrics, 'speculation' | 'shared' | 'sharedSteps'>): boolean =>
  (speculation?.drafted ?? 0) > 0 || (shared?.inOneBatch ?? false) || sharedSteps !== undefined
