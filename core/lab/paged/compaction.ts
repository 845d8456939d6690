/**
 * Frees whole blocks. The caller copies the rows, then calls `sequence.relocate`. Shared blocks stay.
 *
 * Source: "KV Cache Compression and Its Infra Problems", NVIDIA, 2026; TriAttention, arXiv:2604.04921.
 */
import type { PagedSequence, SlotMoves } from './paged-sequence'

export type Compaction = 'none' | 'repack' | 'hole-fill'

/** Every cell slides forward: many copies, slots stay in order. */
export function repack(sequence: PagedSequence): SlotMoves {
  const own = ownSlots(sequence)
  const movable = sequence.slots.filter((slot) => own.has(slot))
  return moving(movable, [...own].slice(0, movable.length))
}

/** Only the newest round's cells move, into older holes: few copies, slots out of order. `roundStart`: index of its first cell. */
export function holeFill(sequence: PagedSequence, roundStart: number): SlotMoves {
  const own = ownSlots(sequence)
  const newest = sequence.slots.slice(roundStart).filter((slot) => own.has(slot))
  const firstOfRound = Math.min(...newest.map((slot) => indexOf(sequence, slot)))
  const taken = new Set(sequence.slots)
  const holes = [...own].filter((slot) => !taken.has(slot) && indexOf(sequence, slot) < firstOfRound)
  return moving(newest.slice(0, holes.length), holes)
}

/**
 * The cells behind the first `length` slots move into the holes before: the fewest copies that leave no hole. For a round after a round it
 * moves what `holeFill` moves; it also works after a prompt.
 *
 * Source: WeianMao/triattention at c3744ee, triattention/vllm/runtime/kv_compaction.py, _build_fill_hole_placement_shared.
 */
export function fillFromEnd(sequence: PagedSequence): SlotMoves {
  const own = [...ownSlots(sequence)]
  const taken = new Set(sequence.slots)
  const count = own.filter((slot) => taken.has(slot)).length
  return moving(
    own.slice(count).filter((slot) => taken.has(slot)),
    own.slice(0, count).filter((slot) => !taken.has(slot)),
  )
}

const moving = (from: readonly number[], to: readonly number[]): SlotMoves => {
  const moved = from.map((slot, i) => [slot, to[i] as number] as const).filter(([source, target]) => source !== target)
  return { from: moved.map(([source]) => source), to: moved.map(([, target]) => target) }
}

/** In table order. */
function ownSlots({ blocks, pool }: PagedSequence): Set<number> {
  const own = blocks.filter((block) => !pool.isShared(block))
  return new Set(own.flatMap((block) => Array.from({ length: pool.blockTokens }, (_, i) => block * pool.blockTokens + i)))
}

/** Physical slot numbers have no order. */
function indexOf({ blocks, pool }: PagedSequence, slot: number): number {
  const { blockTokens } = pool
  return blocks.indexOf(Math.floor(slot / blockTokens)) * blockTokens + (slot % blockTokens)
}
