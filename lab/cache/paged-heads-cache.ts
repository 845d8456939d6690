/**
 * Paged memory for policies that choose per head: each KV head of each layer has its own block table.
 *
 * Source: Rehg, KV-Compress, arXiv:2410.00161; IsaacRe/vllm-kvcompress.
 */
import { BlockPool } from '../../core/lab/paged/block-pool'
import { type Compaction, fillFromEnd, repack } from '../../core/lab/paged/compaction'
import type { PagedSequence, SlotMoves } from '../../core/lab/paged/paged-sequence'
import { type CacheShape, listOf } from '../../core/lab/shape'
import type { EvictableCache } from './kv-cache'
import { noMoves, PagedCache } from './paged-cache'

const movesOf: Readonly<Record<Compaction, (sequence: PagedSequence) => SlotMoves>> = {
  none: () => noMoves,
  repack,
  'hole-fill': fillFromEnd,
}

export class PagedHeadsCache implements EvictableCache {
  /** (L, Hkv): one cache of one head each. */
  private readonly heads: readonly PagedCache[]
  /** Over all heads. */
  slotCopies = 0

  /** `shape.cells`: a multiple of `blockTokens`. */
  constructor(
    readonly shape: CacheShape,
    readonly blockTokens: number,
    private readonly compaction: Compaction,
  ) {
    if (shape.sequences !== 1) throw new Error(`Expected one sequence, got ${shape.sequences}`)
    const ofHead: CacheShape = { ...shape, layers: 1, kvHeads: 1 }
    this.heads = Array.from(
      { length: shape.layers * shape.kvHeads },
      () => new PagedCache(ofHead, new BlockPool(shape.cells / blockTokens, blockTokens)),
    )
  }

  get allocatedBytes(): number {
    return this.heads.reduce((sum, { allocatedBytes }) => sum + allocatedBytes, 0)
  }
  used(layer: number, _sequence: number, head: number): number {
    return this.sequenceOf(layer, head).length
  }
  positions(layer: number, _sequence: number, head: number): Int32Array {
    return this.headOf(layer, head).positions(0, 0)
  }
  keys(layer: number, _sequence: number, head: number, first: number, count: number): Float32Array {
    return this.headOf(layer, head).keys(0, 0, 0, first, count)
  }
  values(layer: number, _sequence: number, head: number, first: number, count: number): Float32Array {
    return this.headOf(layer, head).values(0, 0, 0, first, count)
  }

  insert(layer: number, _sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array): void {
    const { kvHeads, headDim } = this.shape
    for (let head = 0; head < kvHeads; head++) {
      const own = this.headOf(layer, head)
      own.reserve(0, positions)
      own.insert(0, 0, positions, rowsOf(keys, head, kvHeads, headDim), rowsOf(values, head, kvHeads, headDim))
    }
  }

  reset(): void {
    for (const head of this.heads) head.reset(0)
  }

  keep(layer: number, _sequence: number, head: number, survivors: Int32Array): void {
    if (survivors.length === this.used(layer, 0, head)) return
    this.slotCopies += this.headOf(layer, head).keep(0, survivors, movesOf[this.compaction])
  }

  get heldBlocks(): readonly number[] {
    return this.heads.map(({ sequences }) => sequences[0]?.blocks.length ?? 0)
  }

  private sequenceOf(layer: number, head: number): PagedSequence {
    return this.headOf(layer, head).sequences[0] as PagedSequence
  }
  private headOf(layer: number, head: number): PagedCache {
    return this.heads[listOf(this.shape, layer, 0, head)] as PagedCache
  }
}

/** (T, Hkv, D) to (T, D). */
function rowsOf(rows: Float32Array, head: number, kvHeads: number, headDim: number): Float32Array {
  const own = new Float32Array(rows.length / kvHeads)
  for (let t = 0; t * headDim < own.length; t++) {
    const from = (t * kvHeads + head) * headDim
    own.set(rows.subarray(from, from + headDim), t * headDim)
  }
  return own
}
