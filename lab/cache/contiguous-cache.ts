/** Allocates all cells at once: (L, S, Hkv, C, D) for keys and for values, whose element types may differ. */
import type { CacheType } from '../../core/lab/elements/codec'
import { cacheCodec } from '../../core/lab/elements/codecs'
import { type CacheShape, listOf } from '../../core/lab/shape'
import type { EvictableCache } from './kv-cache'
import { RowStore } from './row-store'

export interface CacheTypes {
  readonly keyType: CacheType
  readonly valueType: CacheType
}

export class ContiguousCache implements EvictableCache {
  private readonly keyRows: RowStore
  private readonly valueRows: RowStore
  /** (L, S, Hkv) */
  private readonly usedCells: Int32Array
  /** (L, S, Hkv, C) */
  private readonly cellPositions: Int32Array

  constructor(
    readonly shape: CacheShape,
    readonly types: CacheTypes = { keyType: 'f32', valueType: 'f32' },
  ) {
    const lists = shape.layers * shape.sequences * shape.kvHeads
    this.keyRows = new RowStore(cacheCodec(types.keyType, shape.headDim, 'keys'), lists * shape.cells, shape.headDim)
    this.valueRows = new RowStore(cacheCodec(types.valueType, shape.headDim, 'values'), lists * shape.cells, shape.headDim)
    this.usedCells = new Int32Array(lists)
    this.cellPositions = new Int32Array(lists * shape.cells)
  }

  get allocatedBytes(): number {
    return this.keyRows.allocatedBytes + this.valueRows.allocatedBytes
  }

  used(layer: number, sequence: number, head: number): number {
    return this.usedCells[listOf(this.shape, layer, sequence, head)] as number
  }

  positions(layer: number, sequence: number, head: number): Int32Array {
    const list = listOf(this.shape, layer, sequence, head)
    const first = list * this.shape.cells
    return this.cellPositions.subarray(first, first + (this.usedCells[list] as number))
  }

  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, cells, headDim } = this.shape
    for (let head = 0; head < kvHeads; head++) {
      const list = listOf(this.shape, layer, sequence, head)
      const used = this.usedCells[list] as number
      if (used + positions.length > cells) throw new Error(`Expected ${positions.length} free cells, got ${cells - used} of ${cells}`)
      for (let t = 0; t < positions.length; t++) {
        const row = list * cells + used + t
        this.keyRows.write(row, keys, (t * kvHeads + head) * headDim)
        this.valueRows.write(row, values, (t * kvHeads + head) * headDim)
      }
      this.cellPositions.set(positions, list * cells + used)
      this.usedCells[list] = used + positions.length
    }
  }

  keys(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.keyRows.read(listOf(this.shape, layer, sequence, head) * this.shape.cells + first, count)
  }

  values(layer: number, sequence: number, head: number, first: number, count: number): Float32Array {
    return this.valueRows.read(listOf(this.shape, layer, sequence, head) * this.shape.cells + first, count)
  }

  reset(sequence: number): void {
    const { layers, kvHeads } = this.shape
    for (let layer = 0; layer < layers; layer++)
      for (let head = 0; head < kvHeads; head++) this.usedCells[listOf(this.shape, layer, sequence, head)] = 0
  }

  keep(layer: number, sequence: number, head: number, survivors: Int32Array): void {
    const list = listOf(this.shape, layer, sequence, head)
    const first = list * this.shape.cells
    survivors.forEach((cell, index) => {
      if (cell === index) return
      this.keyRows.copy(first + cell, first + index, 1)
      this.valueRows.copy(first + cell, first + index, 1)
      this.cellPositions[first + index] = this.cellPositions[first + cell] as number
    })
    this.usedCells[list] = survivors.length
  }

  /** Copies sequence 0 of `prefilled` to each sequence of this cache. */
  cloneFrom(prefilled: ContiguousCache): void {
    const { layers, sequences, kvHeads } = this.shape
    for (let layer = 0; layer < layers; layer++)
      for (let head = 0; head < kvHeads; head++)
        for (let sequence = 0; sequence < sequences; sequence++)
          this.copyList(prefilled, listOf(prefilled.shape, layer, 0, head), listOf(this.shape, layer, sequence, head))
  }

  private copyList(other: ContiguousCache, from: number, to: number): void {
    const used = other.usedCells[from] as number
    const { cells } = this.shape
    if (used > cells) throw new Error(`Expected at least ${used} cells to clone into, got ${cells}`)
    this.keyRows.copyFrom(other.keyRows, from * other.shape.cells, to * cells, used)
    this.valueRows.copyFrom(other.valueRows, from * other.shape.cells, to * cells, used)
    this.cellPositions.set(other.cellPositions.subarray(from * other.shape.cells, from * other.shape.cells + used), to * cells)
    this.usedCells[to] = used
  }
}
