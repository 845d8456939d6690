/**
 * Two ways to bring survivors together so that whole blocks empty out. Both return what is to be copied; the caller copies
 * the rows and then calls `sequence.relocate`.
 *
 * Blocks that other sequences point to are never touched: their cells stay where they are, holes and all.
 *
 * Source: "KV Cache Compression and Its Infra Problems", NVIDIA, 2026; TriAttention, arXiv:2604.04921.
 */
import type { PagedSequence, SlotMoves } from './paged-sequence'

/** Order-preserving repack: every survivor slides forward. Slots stay in the order of positions; most cells move. */
export function repack(sequence: PagedSequence): SlotMoves {
  const own = ownSlots(sequence)
  const movable = sequence.slots.filter((slot) => own.has(slot))
  return moving(movable, [...own].slice(0, movable.length))
}

/**
 * Hole-filling: survivors of the history stay, those of the newest round drop into the holes that eviction left there, as
 * far as there are holes. Few cells move; slots are out of order afterwards, so only the map of the sequence tells where a
 * position is. `roundStart`: index of the newest round's first cell among the sequence's cells.
 */
export function holeFill(sequence: PagedSequence, roundStart: number): SlotMoves {
  const own = ownSlots(sequence)
  const newest = sequence.slots.slice(roundStart).filter((slot) => own.has(slot))
  const firstOfRound = Math.min(...newest.map((slot) => placeOf(sequence, slot)))
  const taken = new Set(sequence.slots)
  const holes = [...own].filter((slot) => !taken.has(slot) && placeOf(sequence, slot) < firstOfRound)
  return moving(newest.slice(0, holes.length), holes)
}

const moving = (from: readonly number[], to: readonly number[]): SlotMoves => {
  const moved = from.map((slot, i) => [slot, to[i] as number] as const).filter(([source, target]) => source !== target)
  return { from: moved.map(([source]) => source), to: moved.map(([, target]) => target) }
}

/** Every slot of the blocks that this sequence has for itself, in the order of its table. */
function ownSlots({ blocks, pool }: PagedSequence): Set<number> {
  const own = blocks.filter((block) => !pool.isShared(block))
  return new Set(own.flatMap((block) => Array.from({ length: pool.blockTokens }, (_, i) => block * pool.blockTokens + i)))
}

/** Where a slot stands in the order of the table: physical numbers say nothing, blocks come from anywhere in the pool. */
function placeOf({ blocks, pool }: PagedSequence, slot: number): number {
  const { blockTokens } = pool
  return blocks.indexOf(Math.floor(slot / blockTokens)) * blockTokens + (slot % blockTokens)
}
