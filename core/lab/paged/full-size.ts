import { BlockPool } from './block-pool'
import { repack } from './compaction'
import { PagedSequence } from './paged-sequence'

export const fullSize = { tokens: 16_000, blockTokens: 16, blocks: 1000 } as const

export type EvictionPattern = 'keep-every-tenth' | 'keep-one-per-block' | 'evict-one-block'

export interface Reclaimed {
  readonly pattern: EvictionPattern
  readonly evictedTokens: number
  readonly freedBlocks: number
  /** Includes `freedBlocks`. */
  readonly freedByRepack: number
  readonly copiedSlots: number
}

const stays: Readonly<Record<EvictionPattern, (token: number) => boolean>> = {
  'keep-every-tenth': (token) => token % 10 === 0,
  'keep-one-per-block': (token) => token % fullSize.blockTokens === 0,
  'evict-one-block': (token) => token < 32 || token >= 48,
}

export const reclaimed = (): Reclaimed[] => (Object.keys(stays) as EvictionPattern[]).map(reclaimedBy)

function reclaimedBy(pattern: EvictionPattern): Reclaimed {
  const { tokens, blocks, blockTokens } = fullSize
  const pool = new BlockPool(blocks, blockTokens)
  const sequence = new PagedSequence(pool)
  const all = Array.from({ length: tokens }, (_, token) => token)
  sequence.append(all)
  const freedBlocks = sequence.keep(all.filter(stays[pattern]))
  const moves = repack(sequence)
  const freedByRepack = freedBlocks + sequence.relocate(moves)
  return { pattern, evictedTokens: tokens - sequence.length, freedBlocks, freedByRepack, copiedSlots: moves.from.length }
}
