/** Between the process that measures memory bandwidth and its owner. */
import type { MemoryBandwidth } from '../contract/models/bandwidth'

export interface TriadTask {
  /** null: well beyond the last-level cache, as far as memory allows. */
  readonly arrayBytes: number | null
  /** null: powers of two, and every logical core. */
  readonly threads: readonly number[] | null
}

/** The parent process reports a crash and a timeout. */
export type TriadFinding =
  | ({ readonly outcome: 'measured' } & Pick<MemoryBandwidth, 'arrayBytes' | 'cacheBytes' | 'byThreads'>)
  | { readonly outcome: 'fails'; readonly quoted: string }

/** STREAM counts two arrays read and one written, 8 bytes each, and not what the write reads. */
export const triadBytesPerElement = 24

export const bestOf = ({ byThreads }: Pick<MemoryBandwidth, 'byThreads'>): MemoryBandwidth['byThreads'][number] =>
  byThreads.reduce((best, one) => (one.bytesPerSecond > best.bytesPerSecond ? one : best))
