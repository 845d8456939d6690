/**
 * The caller copies the rows, then calls `sequence.relocate`. Cells in shared blocks stay.
 * Source: "KV Cache Compression and Its Infra Problems", NVIDIA, 2026; TriAttention, arXiv:2604.04921.
 */
import type { PagedSequence, SlotMoves } from './paged-sequence'

export type Compaction = 'none' | 'repack' | 'hole-fill'

/** Moves all cells to the front: many copies, but the slots stay in order. */
export function repack(sequence: PagedSequence): SlotMoves {
  const own = ownSlots(sequence)
  const movable = sequence.slots.filter((slot) => own.has(slot))
  return moving(movable, [...own].slice(0, movable.length))
}

/**
 * Moves cells of the newest round into older holes: few copies, but the slots end up out of order. `roundStart`: index of the round's first
 * cell.
 */
export function holeFill(sequence: PagedSequence, roundStart: number): SlotMoves {
  const own = ownSlots(sequence)
  const newest = sequence.slots.slice(roundStart).filter((slot) => own.has(slot))
  const firstOfRound = Math.min(...newest.map((slot) => indexOf(sequence, slot)))
  const taken = new Set(sequence.slots)
  const holes = [...own].filter((slot) => !taken.has(slot) && indexOf(sequence, slot) < firstOfRound)
  return moving(newest.slice(0, holes.length), holes)
}

/**
 * Moves the last cells into the holes before them until no hole is left, with the fewest possible copies. Needs no `roundStart`.
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

function indexOf({ blocks, pool }: PagedSequence, slot: number): number {
  const { blockTokens } = pool
  return blocks.indexOf(Math.floor(slot / blockTokens)) * blockTokens + (slot % blockTokens)
}
