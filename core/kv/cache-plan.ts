/** The answer: what llama.cpp will allocate for its memory, to the byte. Plain data. */
import type { RefusalCode } from '../contract/settings/kv-types'
import type { EffectiveSizes } from './effective-sizes'
import type { MemoryClass, PlannedCacheKind } from './shape/cache-shape'

/** Why llama.cpp would create no context. */
export interface Refusal {
  readonly code: RefusalCode
  /** A sentence with its numbers. */
  readonly message: string
  /** What llama.cpp itself logs, where it says something. */
  readonly logLine: string | null
}

export interface PlannedCache {
  readonly kind: PlannedCacheKind
  /** Rows in each stream. */
  readonly cells: number
  readonly streams: number
  /** Layers that own a part of it. */
  readonly layers: number
  readonly keyBytes: number
  readonly valueBytes: number
  /** f32 states, which are neither keys nor values. */
  readonly stateBytes: number
  readonly bytes: number
  /** Cells of a stream that later tokens can look back at; the rest is room for the batch. All of them without a window. */
  readonly windowCells: number
}

/** What one layer owns in one cache: a layer with cache, indexer and state has three entries. */
export interface PlannedLayer {
  readonly index: number
  /** `none`: the layer owns nothing, or reuses the cache of an earlier one. */
  readonly kind: PlannedCacheKind | 'none'
  readonly cells: number
  readonly kBytes: number
  readonly vBytes: number
  readonly stateBytes: number
}

export interface CachePlan {
  readonly architecture: string
  readonly memoryClass: MemoryClass
  /** The release does not know the architecture: computed by the general rule. */
  readonly assumed: boolean
  /** Where this is not null there is nothing else: all figures are 0. */
  readonly refused: Refusal | null
  /** Keys and values, those of indexers included. */
  readonly kvBytes: number
  /** Recurrent states and the states of compressors. */
  readonly recurrentBytes: number
  readonly totalCacheBytes: number
  readonly sizes: EffectiveSizes
  readonly caches: readonly PlannedCache[]
  /** In order of the layers. */
  readonly layers: readonly PlannedLayer[]
}
