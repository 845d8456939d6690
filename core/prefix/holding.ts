import type { CacheKey } from './cache-key'

/** From the fastest tier to the most durable one: cells are lost with the context, and copies in memory with the engine process. */
export const tiers = ['cells', 'memory', 'disk'] as const
export type Tier = (typeof tiers)[number]

/**
 * A prefix can be used up to its last token, up to any length from `cutFrom` on, and up to each stop.
 *
 *   full attention          cutFrom: 0, and stays so
 *   sliding window          cutFrom: where the first complete window ends, at least 1; stops: checkpoints
 *   recurrent and hybrid    cutFrom: Infinity; stops: checkpoints
 */
export interface Usable {
  readonly cutFrom: number
  /** Ascending. */
  readonly stops: readonly number[]
}

export const everyLength: Usable = { cutFrom: 0, stops: [] }

/** A prefix that the machine has: a sequence in a context, a copy in memory, or a sealed file. */
export interface Holding {
  readonly id: string
  readonly key: CacheKey
  readonly tier: Tier
  /** The conversation. */
  readonly owner: string
  /** What the budget counts: cells, or bytes in memory and on disk. */
  readonly amount: number
  readonly tokens: number
  readonly usable: Usable
  readonly isPinned: boolean
  /** A turn is adding tokens to the sequence. */
  readonly isGrowing: boolean
  /** Someone reads or writes it, so it must not go. */
  readonly isHeld: boolean
  /** Chosen for eviction. Nothing finds it anymore. */
  readonly isLeaving: boolean
  readonly usedAtMs: number
  readonly hits: number
  readonly savedMs: number
}

/** The longest usable prefix of at most `length` tokens. The window and the state of a growing sequence move on before they can be copied. */
export function reach({ tokens, usable: { cutFrom, stops }, isGrowing }: Holding, length: number): number {
  if (cutFrom === 0 || (length >= Math.min(cutFrom, tokens) && !isGrowing)) return Math.min(length, tokens)
  return stops.findLast((stop) => stop <= length) ?? 0
}
