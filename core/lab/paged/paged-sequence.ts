/**
 * A slot is block * blockTokens + offset. Each cell stores its position (for RoPE) and slot (for attention), because neither follows from
 * its index after an eviction.
 */
import { type BlockPool, noParent } from './block-pool'

/** Read all rows before you write any. */
export interface SlotMoves {
  readonly from: readonly number[]
  readonly to: readonly number[]
}

export class PagedSequence {
  readonly blocks: number[] = []
  /** `tokens`, `positions` and `slots` are parallel, in the order of the text. */
  tokens: number[] = []
  positions: number[] = []
  slots: number[] = []
  /** Slots written in the last block, holes included. */
  private tailUsed = 0
  /** All tokens so far, evicted ones included. */
  private written = 0

  constructor(readonly pool: BlockPool) {}

  get length(): number {
    return this.slots.length
  }
  /** Evictions do not change it, because RoPE has already rotated the cells by their positions. */
  get nextPosition(): number {
    return this.written
  }

  /** Shares whole prefix blocks, but never the last token, which must be processed for its logits. Returns the number of reused tokens. */
  reusePrefix(tokens: readonly number[]): number {
    const { blockTokens } = this.pool
    let parentHash = noParent
    for (let first = 0; first + blockTokens < tokens.length; first += blockTokens) {
      const run = tokens.slice(first, first + blockTokens)
      const block = this.pool.find(parentHash, run)
      if (block === undefined) break
      this.pool.retain(block)
      this.blocks.push(block)
      this.tailUsed = blockTokens
      for (let i = 0; i < blockTokens; i++) this.add(run[i] as number, block * blockTokens + i)
      parentHash = this.pool.remember(block, parentHash, run)
    }
    return this.length
  }

  /** Carry out the returned moves before you write rows: a shared last block is copied on write. Throws PoolExhausted. */
  append(tokens: readonly number[]): SlotMoves {
    const moves = this.ownLastBlock()
    const { blockTokens } = this.pool
    for (const token of tokens) {
      if (this.blocks.length === 0 || this.tailUsed === blockTokens) {
        this.blocks.push(allocateFrom(this.pool))
        this.tailUsed = 0
      }
      const last = this.blocks.at(-1) as number
      // The pool may still know the last block by its tokens, although its last cells were evicted.
      this.pool.forget(last)
      this.add(token, last * blockTokens + this.tailUsed++)
    }
    return moves
  }

  fork(): PagedSequence {
    const other = new PagedSequence(this.pool)
    for (const block of this.blocks) {
      this.pool.retain(block)
      other.blocks.push(block)
    }
    other.tokens = [...this.tokens]
    other.positions = [...this.positions]
    other.slots = [...this.slots]
    other.tailUsed = this.tailUsed
    other.written = this.written
    return other
  }

  /** Call after the rows are written. */
  rememberPrefix(): void {
    const { blockTokens } = this.pool
    let parentHash = noParent
    for (const [index, block] of this.blocks.entries()) {
      const first = index * blockTokens
      const run = this.tokens.slice(first, first + blockTokens)
      const isRun = run.length === blockTokens && run.every((_, i) => this.holds(first + i, first + i, block * blockTokens + i))
      if (!isRun) return
      parentHash = this.pool.remember(block, parentHash, run)
    }
  }

  /** `survivors`: ascending indexes. Returns the number of freed blocks. */
  keep(survivors: ArrayLike<number>): number {
    const pick = (list: readonly number[]) => Array.from(survivors, (index) => list[index] as number)
    this.tokens = pick(this.tokens)
    this.positions = pick(this.positions)
    this.slots = pick(this.slots)
    return this.dropEmptyBlocks()
  }

  /** Returns the number of freed blocks. */
  relocate(moves: SlotMoves): number {
    const target = new Map(moves.from.map((slot, i) => [slot, moves.to[i] as number]))
    for (const slot of [...moves.from, ...moves.to]) this.pool.forget(Math.floor(slot / this.pool.blockTokens))
    this.slots = this.slots.map((slot) => target.get(slot) ?? slot)
    return this.dropEmptyBlocks()
  }

  clear(): void {
    this.keep([])
    this.written = 0
  }

  private add(token: number, slot: number): void {
    this.positions.push(this.written++)
    this.tokens.push(token)
    this.slots.push(slot)
  }

  private holds(index: number, position: number, slot: number): boolean {
    return this.positions[index] === position && this.slots[index] === slot
  }

  private dropEmptyBlocks(): number {
    const { blockTokens } = this.pool
    const live = new Set(this.slots.map((slot) => Math.floor(slot / blockTokens)))
    const empty = this.blocks.filter((block) => !live.has(block))
    this.blocks.splice(0, this.blocks.length, ...this.blocks.filter((block) => live.has(block)))
    const tail = this.blocks.at(-1)
    this.tailUsed = tail === undefined ? 0 : this.highestOffset(tail) + 1
    // Frees the end of a prefix first, because it is useless without its beginning.
    return empty.toReversed().filter((block) => this.pool.release(block)).length
  }

  private highestOffset(block: number): number {
    const { blockTokens } = this.pool
    return Math.max(...this.slots.filter((slot) => Math.floor(slot / blockTokens) === block).map((slot) => slot % blockTokens))
  }

  private ownLastBlock(): SlotMoves {
    const { blockTokens } = this.pool
    const last = this.blocks.at(-1)
    if (last === undefined || this.tailUsed === blockTokens || !this.pool.isShared(last)) return { from: [], to: [] }
    const own = allocateFrom(this.pool)
    const from = this.slots.filter((slot) => Math.floor(slot / blockTokens) === last)
    const to = from.map((slot) => own * blockTokens + (slot % blockTokens))
    this.slots = this.slots.map((slot) => to[from.indexOf(slot)] ?? slot)
    this.blocks[this.blocks.length - 1] = own
    this.pool.release(last)
    return { from, to }
  }
}

/** vLLM's scheduler would preempt a sequence instead. */
export class PoolExhausted extends Error {
  constructor(readonly blocks: number) {
    super(`Expected a free block, got none of ${blocks}`)
  }
}

function allocateFrom(pool: BlockPool): number {
  const block = pool.allocate()
  if (block === undefined) throw new PoolExhausted(pool.blocks)
  return block
}
