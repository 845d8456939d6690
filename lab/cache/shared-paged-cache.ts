/** Paged memory with one block table for all heads: see core/lab/paged/shared-table.ts. */
import { cacheCodec } from '../../core/lab/elements/codecs'
import { BlockPool } from '../../core/lab/paged/block-pool'
import type { Compaction } from '../../core/lab/paged/compaction'
import { PoolExhausted, type SlotMoves } from '../../core/lab/paged/paged-sequence'
import { SharedTable } from '../../core/lab/paged/shared-table'
import { type CacheShape, listOf } from '../../core/lab/shape'
import type { EvictableCache } from './kv-cache'
import { RowStore } from './row-store'

export class SharedPagedCache implements EvictableCache {
  table: SharedTable
  /** Over all heads. */
  slotCopies = 0
  /** (L, Hkv, slots) */
  private readonly keyRows: RowStore
  private readonly valueRows: RowStore
  private readonly pool: BlockPool
  /** The pool's block for each block in the table. */
  private readonly places = new Map<number, number>()
  private gatheredKeys = new Float32Array(0)
  private gatheredValues = new Float32Array(0)

  constructor(
    readonly shape: CacheShape,
    private readonly blockTokens: number,
    private readonly compaction: Compaction,
  ) {
    if (shape.sequences !== 1) throw new Error(`Expected one sequence, got ${shape.sequences}`)
    // If all cells of the last block are evicted, the table skips the rest of that block, so it may need one more.
    this.pool = new BlockPool(Math.ceil(shape.cells / blockTokens) + 1, blockTokens)
    const rows = shape.layers * shape.kvHeads * this.pool.blocks * blockTokens
    this.keyRows = new RowStore(cacheCodec('f32', shape.headDim, 'keys'), rows, shape.headDim)
    this.valueRows = new RowStore(cacheCodec('f32', shape.headDim, 'values'), rows, shape.headDim)
    this.table = this.emptyTable()
  }

  get allocatedBytes(): number {
    return this.keyRows.allocatedBytes + this.valueRows.allocatedBytes
  }
  used(layer: number, _sequence: number, head: number): number {
    return this.headOf(layer, head).slots.length
  }
  positions(layer: number, _sequence: number, head: number): Int32Array {
    return Int32Array.from(this.headOf(layer, head).positions)
  }
  reset(): void {
    this.table = this.emptyTable()
    this.releaseFree()
  }

  /** Throws PoolExhausted. */
  insert(layer: number, _sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, headDim } = this.shape
    for (let head = 0; head < kvHeads; head++) {
      const list = listOf(this.shape, layer, 0, head)
      this.table.append(list, positions).forEach((slot, t) => {
        this.keyRows.write(this.rowOf(list, slot), keys, (t * kvHeads + head) * headDim)
        this.valueRows.write(this.rowOf(list, slot), values, (t * kvHeads + head) * headDim)
      })
    }
  }

  keys(layer: number, _sequence: number, head: number, first: number, count: number): Float32Array {
    if (this.gatheredKeys.length < count * this.shape.headDim) this.gatheredKeys = new Float32Array(count * this.shape.headDim)
    return this.gather(this.keyRows, this.gatheredKeys, layer, head, first, count)
  }
  values(layer: number, _sequence: number, head: number, first: number, count: number): Float32Array {
    if (this.gatheredValues.length < count * this.shape.headDim) this.gatheredValues = new Float32Array(count * this.shape.headDim)
    return this.gather(this.valueRows, this.gatheredValues, layer, head, first, count)
  }

  keep(layer: number, _sequence: number, head: number, survivors: Int32Array): void {
    if (survivors.length === this.used(layer, 0, head)) return
    const list = listOf(this.shape, layer, 0, head)
    const moves = this.table.keep(list, survivors)
    this.copy(list, moves)
    this.slotCopies += moves.from.length
    this.releaseFree()
  }

  /** Reads all rows first, because moves may overlap. */
  private copy(list: number, { from, to }: SlotMoves): void {
    const { headDim } = this.shape
    const held = new Float32Array(from.length * headDim)
    for (const rows of [this.keyRows, this.valueRows]) {
      from.forEach((slot, i) => {
        rows.readInto(this.rowOf(list, slot), held, i * headDim)
      })
      to.forEach((slot, i) => {
        rows.write(this.rowOf(list, slot), held, i * headDim)
      })
    }
  }

  private gather(rows: RowStore, into: Float32Array, layer: number, head: number, first: number, count: number): Float32Array {
    const { slots } = this.headOf(layer, head)
    const list = listOf(this.shape, layer, 0, head)
    for (let i = 0; i < count; i++) rows.readInto(this.rowOf(list, slots[first + i] as number), into, i * this.shape.headDim)
    return into.subarray(0, count * this.shape.headDim)
  }

  private placeOf(block: number): number {
    const place = this.places.get(block) ?? this.pool.allocate()
    if (place === undefined) throw new PoolExhausted(this.pool.blocks)
    this.places.set(block, place)
    return place
  }
  private releaseFree(): void {
    for (const [block, place] of this.places) {
      if (this.table.isHeld(block)) continue
      this.pool.release(place)
      this.places.delete(block)
    }
  }
  private emptyTable(): SharedTable {
    return new SharedTable(this.shape.layers * this.shape.kvHeads, this.blockTokens, this.compaction)
  }
  private rowOf(list: number, slot: number): number {
    const { blocks } = this.pool
    return (list * blocks + this.placeOf(Math.floor(slot / this.blockTokens))) * this.blockTokens + (slot % this.blockTokens)
  }
  private headOf(layer: number, head: number): SharedTable['heads'][number] {
    return this.table.heads[listOf(this.shape, layer, 0, head)] as SharedTable['heads'][number]
  }
}
