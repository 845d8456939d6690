import type { SettingsRefusal } from '../contract/errors/settings-reasons'
import type { EffectiveSizes } from './effective-sizes'
import type { MemoryClass, PlannedCacheKind } from './shape/cache-shape'

export interface Refusal {
  readonly reason: SettingsRefusal
  readonly logLine: string | null
}

export interface PlannedCache {
  readonly kind: PlannedCacheKind
  readonly cells: number
  readonly streams: number
  readonly layers: number
  readonly keyBytes: number
  readonly valueBytes: number
  readonly stateBytes: number
  readonly bytes: number
  /** Cells that later tokens can attend to. */
  readonly windowCells: number
}

/** A layer has one entry per cache. */
export interface PlannedLayer {
  readonly index: number
  /** `none`: the layer stores nothing or reuses an earlier layer's cache. */
  readonly kind: PlannedCacheKind | 'none'
  readonly cells: number
  readonly kBytes: number
  readonly vBytes: number
  readonly stateBytes: number
}

export interface CachePlan {
  readonly architecture: string
  readonly memoryClass: MemoryClass
  readonly assumed: boolean
  readonly refused: Refusal | null
  /** Includes indexers. */
  readonly kvBytes: number
  /** Includes compressor states. */
  readonly recurrentBytes: number
  readonly totalCacheBytes: number
  readonly sizes: EffectiveSizes
  readonly caches: readonly PlannedCache[]
  readonly layers: readonly PlannedLayer[]
}
