/** What an operator would watch of a paged cache. Memory of the device shows nothing: the pool is taken once. */
import type { BlockPool } from './block-pool'
import type { PagedSequence } from './paged-sequence'

export interface PoolGauges {
  readonly blocks: number
  readonly freeBlocks: number
  /** Blocks with more than one reference. */
  readonly sharedBlocks: number
  /** Slots that hold a token, each counted once however many sequences read it. */
  readonly tokenSlots: number
  /** Share of the slots of blocks in use that hold no token: unfilled ends and the holes of evictions. 0 where none is used. */
  readonly internalFragmentation: number
  /** Share of the slots of blocks in use that hold a token. 1 where none is used. */
  readonly tokenShare: number
}

export function poolGauges(pool: BlockPool, sequences: readonly PagedSequence[]): PoolGauges {
  const usedBlocks = pool.blocks - pool.freeBlocks
  const tokenSlots = new Set(sequences.flatMap(({ slots }) => slots)).size
  const usedSlots = usedBlocks * pool.blockTokens
  const tokenShare = usedSlots === 0 ? 1 : tokenSlots / usedSlots
  return {
    blocks: pool.blocks,
    freeBlocks: pool.freeBlocks,
    sharedBlocks: pool.references.reduce((count, references) => count + (references > 1 ? 1 : 0), 0),
    tokenSlots,
    internalFragmentation: 1 - tokenShare,
    tokenShare,
  }
}

/** What one pass of eviction and compaction came to. */
export interface CompactionGauges {
  readonly tokensEvicted: number
  /** Cells after the pass / budget. */
  readonly budgetOccupancy: number
  readonly blocksFreed: number
  readonly slotCopies: number
}
