/** What a step asks of each device of one stage. All devices of a stage work at the same time. */
import type { Device, Link } from '../types/fleet'

export interface Transfer {
  /** Per token that the step evaluates. */
  readonly bytesPerToken: number
  /** Transfers that wait for each other, per step. */
  readonly hops: number
  readonly link: Link | null
}

/** The cache of a sequence with `tokens` cells, on one device. */
export interface CacheLoad {
  readonly windowTokens: number | null
  readonly bytesPerCell: number
  readonly decodeFlopPerCell: number
  readonly prefillFlopPerCell: number
}

export interface StageLoad {
  /** The slowest of the stage. */
  readonly device: Device
  readonly weightBytes: number
  /** Experts on this device. */
  readonly expertBytes: number
  /** Share of the experts that one token uses. 0 without experts. */
  readonly expertShare: number
  /** Replicas whose tokens reach the same experts. */
  readonly expertReplicas: number
  readonly flopPerToken: number
  /** Per sequence and step: the output matrix. */
  readonly outputFlop: number
  readonly caches: readonly CacheLoad[]
  readonly transfers: readonly Transfer[]
}

/** FLOP per second with weights of this type, or null if unknown. The fastest rate counts, so that a bound stays a bound. */
export type PeakOf = (device: Device) => number | null

export const attended = ({ windowTokens }: CacheLoad, tokens: number): number =>
  windowTokens === null ? tokens : Math.min(tokens, windowTokens)

/** If a token uses a share of equally likely experts, `tokens` tokens use 1 - (1 - share)^tokens of them on average. */
export const readWeights = ({ weightBytes, expertBytes, expertShare }: StageLoad, tokens: number): number =>
  weightBytes + expertBytes * (1 - (1 - expertShare) ** tokens)

export const readCells = ({ caches }: StageLoad, cells: number): number =>
  caches.reduce((sum, cache) => sum + attended(cache, cells) * cache.bytesPerCell, 0)

export const attentionFlop = ({ caches }: StageLoad, cells: number, per: 'decodeFlopPerCell' | 'prefillFlopPerCell'): number =>
  caches.reduce((sum, cache) => sum + attended(cache, cells) * cache[per], 0)
