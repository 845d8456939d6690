/** Messages of the process that measures memory bandwidth. */
import type { MemoryBandwidth } from '../contract/models/bandwidth'

export interface TriadTask {
  /** null means a size well beyond the last-level cache, as far as memory allows. */
  readonly arrayBytes: number | null
  /** null means powers of two and the number of logical cores. */
  readonly threads: readonly number[] | null
}

/** The parent process reports crashes and timeouts. */
export type TriadFinding =
  | ({ readonly outcome: 'measured' } & Pick<MemoryBandwidth, 'arrayBytes' | 'cacheBytes' | 'byThreads'>)
  | { readonly outcome: 'fails'; readonly quoted: string }

/**
 * STREAM counts two reads and one write of 8 bytes, but not the read that the write causes: with it, 32 bytes move. So reads alone can be a
 * third faster than the triad.
 */
export const triadBytesPerElement = 24

export const bestOf = ({ byThreads }: Pick<MemoryBandwidth, 'byThreads'>): MemoryBandwidth['byThreads'][number] =>
  byThreads.reduce((best, one) => (one.bytesPerSecond > best.bytesPerSecond ? one : best))

/** The bandwidth of this many threads, or of the next larger number that was measured, or else of the largest. */
export const bandwidthOf = (memory: Pick<MemoryBandwidth, 'byThreads'>, threads: number): MemoryBandwidth['byThreads'][number] =>
  memory.byThreads.find((one) => one.threads >= threads) ?? memory.byThreads.at(-1) ?? bestOf(memory)

export const fitsCache = (bytes: number, { cacheBytes }: Pick<MemoryBandwidth, 'cacheBytes'>): boolean =>
  cacheBytes !== null && bytes <= cacheBytes
