/** A turn against the memory bandwidth of its machine. */
import type { TurnMetrics } from '../contract/chat/turn'
import type { MemoryBandwidth } from '../contract/models/bandwidth'
import { allowedItlMs, bandwidthUtilization } from './bound'
import { cacheReadBytesOf, movedBytesOf, weightBytesOf, writtenBytesOf } from './token-reads'
import { bestOf } from './triad-process'

/**
 * `not-measured`: the bandwidth. `not-in-ram`: weights are in VRAM, whose bandwidth is not measured. `shared-steps`: drafted tokens, or
 * several answers in one batch, share a read of the weights. `too-short`: no gap between tokens.
 */
export type UnknownUtilization = 'not-measured' | 'not-in-ram' | 'shared-steps' | 'too-short'

export interface TurnBandwidth {
  /** For a token in the middle of the answer. */
  readonly tokens: number
  readonly weightBytes: number
  readonly cacheBytes: number
  readonly writtenBytes: number
  readonly movedBytes: number
  /** Bytes divided by the bandwidth; null: `unknown` says why. */
  readonly allowedItlMs: number | null
  /** p50. */
  readonly itlMs: number | null
  /** MBU, 0 to 1, more if a processor's cache serves what counts as read from memory; null: `unknown` says why. */
  readonly utilization: number | null
  readonly unknown: UnknownUtilization | null
}

/** null: nothing is known of what the turn read. */
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
  }
  const unknown = whyUnknown(metrics, memory)
  if (unknown || !memory || !itlMs) return { ...bytes, allowedItlMs: null, utilization: null, unknown: unknown ?? 'too-short' }
  const { bytesPerSecond } = bestOf(memory)
  return {
    ...bytes,
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

/** Then a gap is not one token's step. */
export const hasSharedSteps = ({ speculation, shared }: Pick<TurnMetrics, 'speculation' | 'shared'>): boolean =>
  (speculation?.drafted ?? 0) > 0 || (shared?.inOneBatch ?? false)
