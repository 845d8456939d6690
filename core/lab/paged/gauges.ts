import type { BlockPool } from './block-pool'
import type { PagedSequence } from './paged-sequence'

export interface PoolGauges {
  readonly blocks: number
  readonly freeBlocks: number
  readonly sharedBlocks: number
  /** Slots with a token. A slot that several sequences share counts once. */
  readonly tokenSlots: number
  /** Share of the slots in used blocks that have no token; 0 if no block is used. */
  readonly internalFragmentation: number
  /** 1 - `internalFragmentation`. */
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

export interface CompactionGauges {
  readonly tokensEvicted: number
  /** Cells after the pass, divided by the budget. */
  readonly budgetOccupancy: number
  readonly blocksFreed: number
  readonly slotCopies: number
}
