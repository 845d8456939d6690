import type { Holding, Tier } from './holding'

export interface Budget {
  /** Cells, or bytes in memory and on disk. */
  readonly amount: number
  /** Sequences. Infinity for copies and files. */
  readonly places: number
}
export type Budgets = Readonly<Record<Tier, Budget>>

/** Space for a holding that does not exist yet. It counts from the admission on, so nobody else gets the same space. */
export interface Room {
  readonly tier: Tier
  readonly amount: number
  readonly isPrivate: boolean
  /** They must be removed before the room is used. */
  readonly evictions: readonly Eviction[]
}

export interface Eviction {
  readonly holding: Holding
  /** `held-elsewhere`: no token would have to be processed again. */
  readonly reason: 'replaced' | 'held-elsewhere' | 'least-worth'
  /** Tokens that no other holding has, and the additional time to get everything again. */
  readonly onlyTokens: number
  readonly againMs: number
}

export type Refusal =
  | { readonly kind: 'private' }
  | { readonly kind: 'larger-than-budget'; readonly amount: number; readonly budget: number }
  /** There will be room once turns, reads and writes have ended. */
  | { readonly kind: 'in-use'; readonly inUseAmount: number }
  | { readonly kind: 'pinned'; readonly pinnedAmount: number }

export type Admission = { readonly room: Room } | { readonly refusal: Refusal }

export interface Want {
  readonly tier: Tier
  readonly amount: number
  readonly isPrivate: boolean
  /** An older copy of the same prefix, which goes first. */
  readonly replaces?: string
}
