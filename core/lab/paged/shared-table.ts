/**
 * One block table for all heads of all layers, as in vLLM: a block is free when no head has a cell in it. A slot may contain a different
 * token in each head.
 *
 * A slot is block * blockTokens + offset. Blocks are numbered in the order of the table; numbers are not reused.
 * Source: WeianMao/triattention at c3744ee, triattention/vllm/runtime/kv_compaction.py (compact_request_kv_in_place_per_head).
 */
import type { Compaction } from './compaction'
import type { SlotMoves } from './paged-sequence'

interface Head {
  /** In the order of the text. */
  slots: number[]
  positions: number[]
  /** The first slot that the next token may use. */
  end: number
  /** The slot after the last one that was ever written. */
  written: number
}

export class SharedTable {
  readonly heads: readonly Readonly<Head>[]
  private readonly own: readonly Head[]
  /** (blocks): cells of all heads. */
  private readonly cellsIn: number[] = []
  /** Blocks with overwritten slots, which no longer hold all of their original tokens. */
  private readonly changed = new Set<number>()

  constructor(
    heads: number,
    readonly blockTokens: number,
    private readonly compaction: Compaction,
  ) {
    this.own = Array.from({ length: heads }, () => ({ slots: [], positions: [], end: 0, written: 0 }))
    this.heads = this.own
  }

  get heldBlocks(): number {
    return this.cellsIn.filter((cells) => cells > 0).length
  }

  isHeld(block: number): boolean {
    return (this.cellsIn[block] ?? 0) > 0
  }

  /** Returns the slots of the new cells. */
  append(head: number, positions: ArrayLike<number>): number[] {
    const own = this.headAt(head)
    return Array.from(positions, (position) => {
      const slot = this.nextSlot(own.end)
      const block = this.blockOf(slot)
      this.cellsIn[block] = (this.cellsIn[block] ?? 0) + 1
      if (slot < own.written) this.changed.add(block)
      own.slots.push(slot)
      own.positions.push(position)
      own.end = slot + 1
      own.written = Math.max(own.written, own.end)
      return slot
    })
  }

  /** Evicts all cells of a head except `survivors` (ascending indexes), then compacts. The caller copies the rows. */
  keep(head: number, survivors: ArrayLike<number>): SlotMoves {
    const own = this.headAt(head)
    this.count(own.slots, -1)
    own.slots = Array.from(survivors, (index) => own.slots[index] as number)
    own.positions = Array.from(survivors, (index) => own.positions[index] as number)
    this.count(own.slots, 1)
    if (this.compaction === 'none') return { from: [], to: [] }
    const moves = this.movesOf(own.slots)
    const target = new Map(moves.from.map((slot, i) => [slot, moves.to[i] as number]))
    this.count(moves.from, -1)
    this.count(moves.to, 1)
    for (const slot of moves.to) this.changed.add(this.blockOf(slot))
    own.slots = own.slots.map((slot) => target.get(slot) ?? slot)
    own.end = own.slots.reduce((end, slot) => Math.max(end, slot + 1), 0)
    return moves
  }

  /** Returns how many of the first `tokens` tokens another request finds, once others have taken every free block. */
  foundPrefix(tokens: number): number {
    let block = 0
    while ((block + 1) * this.blockTokens <= tokens && this.isHeld(block) && !this.changed.has(block)) block++
    return block * this.blockTokens
  }

  private movesOf(slots: readonly number[]): SlotMoves {
    const dense = this.firstSlots(slots.length)
    if (this.compaction === 'repack') {
      const moved = slots.map((slot, i) => [slot, dense[i] as number] as const).filter(([from, to]) => from !== to)
      return { from: moved.map(([from]) => from), to: moved.map(([, to]) => to) }
    }
    const [taken, wanted] = [new Set(slots), new Set(dense)]
    return { from: slots.filter((slot) => !wanted.has(slot)).toSorted((a, b) => a - b), to: dense.filter((slot) => !taken.has(slot)) }
  }

  /** The first slots of the blocks in use. */
  private firstSlots(count: number): number[] {
    const slots: number[] = []
    for (let block = 0; slots.length < count; block++)
      if (this.isHeld(block))
        for (let slot = block * this.blockTokens; slot < (block + 1) * this.blockTokens && slots.length < count; slot++) slots.push(slot)
    return slots
  }

  private nextSlot(end: number): number {
    const { blockTokens } = this
    if (end % blockTokens !== 0 && this.isHeld(this.blockOf(end))) return end
    let block = Math.ceil(end / blockTokens)
    while (block < this.cellsIn.length && !this.isHeld(block)) block++
    return block * blockTokens
  }

  private count(slots: readonly number[], by: number): void {
    for (const slot of slots) this.cellsIn[this.blockOf(slot)] = (this.cellsIn[this.blockOf(slot)] as number) + by
  }
  private blockOf(slot: number): number {
    return Math.floor(slot / this.blockTokens)
  }
  private headAt(head: number): Head {
    const found = this.own[head]
    if (!found) throw new Error(`Expected a head below ${this.own.length}, got ${head}`)
    return found
  }
}
