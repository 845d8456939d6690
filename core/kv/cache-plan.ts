/** What llama.cpp will allocate for its caches, to the byte. Plain data. */
import type { RefusalCode } from '../contract/settings/kv-types'
import type { EffectiveSizes } from './effective-sizes'
import type { MemoryClass, PlannedCacheKind } from './shape/cache-shape'

/** Why llama.cpp would not create a context. */
export interface Refusal {
  readonly code: RefusalCode
  readonly message: string
  /** What llama.cpp itself logs; null if nothing. */
  readonly logLine: string | null
}

export interface PlannedCache {
  readonly kind: PlannedCacheKind
  /** Per stream. */
  readonly cells: number
  readonly streams: number
  /** Layers that own a part of this cache. */
  readonly layers: number
  readonly keyBytes: number
  readonly valueBytes: number
  /** f32 states. */
  readonly stateBytes: number
  readonly bytes: number
  /** Cells per stream that later tokens can attend to; the other cells are room for the batch. All cells if there is no window. */
  readonly windowCells: number
}

/** What one layer owns in one cache: a layer with cache, indexer and state has three entries. */
export interface PlannedLayer {
  readonly index: number
  /** `none`: the layer owns nothing, or reuses an earlier layer's cache. */
  readonly kind: PlannedCacheKind | 'none'
  readonly cells: number
  readonly kBytes: number
  readonly vBytes: number
  readonly stateBytes: number
}

export interface CachePlan {
  readonly architecture: string
  readonly memoryClass: MemoryClass
  /** The release does not know the architecture; the plan follows the general rule. */
  readonly assumed: boolean
  /** If not null, all figures are 0. */
  readonly refused: Refusal | null
  /** Keys and values, including those of indexers. */
  readonly kvBytes: number
  /** Recurrent states and compressor states. */
  readonly recurrentBytes: number
  readonly totalCacheBytes: number
  readonly sizes: EffectiveSizes
  readonly caches: readonly PlannedCache[]
  /** In the order of the layers. */
  readonly layers: readonly PlannedLayer[]
}
