/**
 * Paged memory as in vLLM. A block contains the same tokens in every layer and head, so eviction is per token. Call `reserve` before each
 * `forward`.
 */
import { cacheCodec } from '../../core/lab/elements/codecs'
import type { BlockPool } from '../../core/lab/paged/block-pool'
import { type Compaction, holeFill, repack } from '../../core/lab/paged/compaction'
import type { CompactionGauges } from '../../core/lab/paged/gauges'
import { PagedSequence, type SlotMoves } from '../../core/lab/paged/paged-sequence'
import type { CacheShape } from '../../core/lab/shape'
import type { CacheTypes } from './contiguous-cache'
import type { KvCache } from './kv-cache'
import { RowStore } from './row-store'

export const noMoves: SlotMoves = { from: [], to: [] }

export class PagedCache implements KvCache {
  /** (L, Hkv, slots) */
  private readonly keyRows: RowStore
  private readonly valueRows: RowStore
  readonly sequences: PagedSequence[]
  private gatheredKeys = new Float32Array(0)
  private gatheredValues = new Float32Array(0)

  /** `shape.cells`: slots of the whole pool. */
  constructor(
    readonly shape: CacheShape,
    readonly pool: BlockPool,
    types: CacheTypes = { keyType: 'f32', valueType: 'f32' },
  ) {
    if (shape.cells !== pool.blocks * pool.blockTokens)
      throw new Error(`Expected ${pool.blocks * pool.blockTokens} cells for the pool, got ${shape.cells}`)
    const rows = shape.layers * shape.kvHeads * shape.cells
    this.keyRows = new RowStore(cacheCodec(types.keyType, shape.headDim, 'keys'), rows, shape.headDim)
    this.valueRows = new RowStore(cacheCodec(types.valueType, shape.headDim, 'values'), rows, shape.headDim)
    this.sequences = Array.from({ length: shape.sequences }, () => new PagedSequence(pool))
  }

  get allocatedBytes(): number {
    return this.keyRows.allocatedBytes + this.valueRows.allocatedBytes
  }
  used(_layer: number, sequence: number): number {
    return this.of(sequence).length
  }
  positions(_layer: number, sequence: number): Int32Array {
    return Int32Array.from(this.of(sequence).positions)
  }
  reset(sequence: number): void {
    this.of(sequence).clear()
  }

  /** Throws PoolExhausted. */
  reserve(sequence: number, tokens: ArrayLike<number>): void {
    this.copy(this.of(sequence).append(Array.from(tokens)))
  }

  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, headDim } = this.shape
    const { slots } = this.of(sequence)
    const first = slots.length - positions.length
    if (first < 0) throw new Error(`Expected slots to be reserved for ${positions.length} tokens, got ${slots.length}`)
    for (let t = 0; t < positions.length; t++)
      for (let head = 0; head < kvHeads; head++) {
        const row = this.rowOf(layer, head, slots[first + t] as number)
        this.keyRows.write(row, keys, (t * kvHeads + head) * headDim)
        this.valueRows.write(row, values, (t * kvHeads + head) * headDim)
      }
  }

  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    if (this.gatheredKeys.length < count * this.shape.headDim) this.gatheredKeys = new Float32Array(count * this.shape.headDim)
    return this.gather(this.keyRows, this.gatheredKeys, layer, sequence, head, first, count)
  }
  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    if (this.gatheredValues.length < count * this.shape.headDim) this.gatheredValues = new Float32Array(count * this.shape.headDim)
    return this.gather(this.valueRows, this.gatheredValues, layer, sequence, head, first, count)
  }

  fork(from: number, to: number): void {
    this.of(to).clear()
    this.sequences[to] = this.of(from).fork()
  }

  /** `survivors`: ascending indexes. `roundStart`: see `holeFill`. */
  evict(sequence: number, survivors: ArrayLike<number>, budget: number, compaction: Compaction, roundStart: number): CompactionGauges {
    const cells = this.of(sequence)
    const before = cells.length
    const freedBefore = this.pool.freeBlocks
    const oldSurvivors = Array.from(survivors).filter((index) => index < roundStart).length
    const slotCopies = this.keep(sequence, survivors, (kept) =>
      compaction === 'none' ? noMoves : compaction === 'repack' ? repack(kept) : holeFill(kept, oldSurvivors),
    )
    return {
      tokensEvicted: before - cells.length,
      budgetOccupancy: cells.length / budget,
      blocksFreed: this.pool.freeBlocks - freedBefore,
      slotCopies,
    }
  }

  /** Evicts all cells except `survivors` (ascending indexes), then compacts. Returns the number of copied slots. */
  keep(sequence: number, survivors: ArrayLike<number>, movesOf: (cells: PagedSequence) => SlotMoves): number {
    const cells = this.of(sequence)
    cells.keep(survivors)
    const moves = movesOf(cells)
    if (moves.from.length > 0) {
      this.copy(moves)
      cells.relocate(moves)
    }
    return moves.from.length
  }

  /** Reads all rows first, because moves may overlap. */
  private copy({ from, to }: SlotMoves): void {
    const { layers, kvHeads, headDim } = this.shape
    const held = new Float32Array(from.length * headDim)
    for (const rows of [this.keyRows, this.valueRows])
      for (let layer = 0; layer < layers; layer++)
        for (let head = 0; head < kvHeads; head++) {
          from.forEach((slot, i) => {
            rows.readInto(this.rowOf(layer, head, slot), held, i * headDim)
          })
          to.forEach((slot, i) => {
            rows.write(this.rowOf(layer, head, slot), held, i * headDim)
          })
        }
  }

  private gather(
    rows: RowStore,
    into: Float32Array,
    layer: number,
    sequence: number,
    head: number,
    first: number,
    count: number,
  ): Float32Array {
    const { slots } = this.of(sequence)
    for (let i = 0; i < count; i++) rows.readInto(this.rowOf(layer, head, slots[first + i] as number), into, i * this.shape.headDim)
    return into.subarray(0, count * this.shape.headDim)
  }

  private rowOf(layer: number, head: number, slot: number): number {
    return (layer * this.shape.kvHeads + head) * this.shape.cells + slot
  }
  private of(sequence: number): PagedSequence {
    const found = this.sequences[sequence]
    if (!found) throw new Error(`Expected a sequence below ${this.sequences.length}, got ${sequence}`)
    return found
  }
}
