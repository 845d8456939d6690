import type { SettingsRefusal } from '../contract/errors/settings-reasons'
import type { EffectiveSizes } from './effective-sizes'
import type { MemoryClass, PlannedCacheKind } from './shape/cache-shape'

export interface Refusal {
  readonly reason: SettingsRefusal
  /** null if llama.cpp logs nothing. */
  readonly logLine: string | null
}

export interface PlannedCache {
  readonly kind: PlannedCacheKind
  /** Per stream. */
  readonly cells: number
  readonly streams: number
  /** That own a part of this cache. */
  readonly layers: number
  readonly keyBytes: number
  readonly valueBytes: number
  readonly stateBytes: number
  readonly bytes: number
  /** Per stream, that later tokens can attend to; the others are room for the batch. */
  readonly windowCells: number
}

/** In one cache: a layer with cache, indexer and state has three entries. */
export interface PlannedLayer {
  readonly index: number
  /** `none`: nothing, or an earlier layer's cache. */
  readonly kind: PlannedCacheKind | 'none'
  readonly cells: number
  readonly kBytes: number
  readonly vBytes: number
  readonly stateBytes: number
}

export interface CachePlan {
  readonly architecture: string
  readonly memoryClass: MemoryClass
  /** An unknown architecture: the plan follows the general rule. */
  readonly assumed: boolean
  /** If not null, all figures are 0. */
  readonly refused: Refusal | null
  /** Including those of indexers. */
  readonly kvBytes: number
  /** Including compressor states. */
  readonly recurrentBytes: number
  readonly totalCacheBytes: number
  readonly sizes: EffectiveSizes
  readonly caches: readonly PlannedCache[]
  readonly layers: readonly PlannedLayer[]
}
