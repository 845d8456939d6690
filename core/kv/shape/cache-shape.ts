import type { FatalSettings } from '../../contract/errors/settings-reasons'
import type { LlamaCppRelease } from './release'

/** llama.cpp's class names without the prefix `llama_`. */
export type MemoryClass =
  | 'none'
  | 'kv_cache'
  | 'kv_cache_iswa'
  | 'kv_cache_dsa'
  | 'kv_cache_dsa_iswa'
  | 'kv_cache_dsv4'
  | 'kv_cache_msa'
  | 'memory_recurrent'
  | 'memory_hybrid'
  | 'memory_hybrid_iswa'
  | 'memory_hybrid_idx'

/**
 * `csa` and `hca` are DeepSeek V4's cells for 4 and 128 tokens each, `…-state` the states of their compressors. `sinks` exists only in the
 * planner (../../plan/what-if/sink-window.ts), not in llama.cpp.
 */
export type PlannedCacheKind =
  | 'full'
  | 'sinks'
  | 'sliding'
  | 'recurrent'
  | 'indexer'
  | 'csa'
  | 'hca'
  | 'csa-state'
  | 'hca-state'
  | 'indexer-state'

export type CellRule =
  | { readonly by: 'context' }
  | { readonly by: 'window'; readonly windowTokens: number }
  | { readonly by: 'compression'; readonly tokensPerCell: number }
  | { readonly by: 'sinks'; readonly sinkTokens: number; readonly windowTokens: number }
  | { readonly by: 'sequences' }
  | { readonly by: 'fixed'; readonly cells: number }

/** `k` and `v` have the types from the settings. All others are f32. */
export type TensorRole = 'k' | 'v' | 'r' | 's' | 'p' | 'state-kv' | 'state-score'

export interface TensorTemplate {
  readonly role: TensorRole
  /** Elements per cell. */
  readonly width: number
  /** Width without flash attention. */
  readonly transposedWidth?: number
}

export interface LayerTemplate {
  readonly index: number
  readonly tensors: readonly TensorTemplate[]
}

export interface CacheTemplate {
  readonly kind: PlannedCacheKind
  readonly cells: CellRule
  /** `unless-unified` means one per sequence, or a single one if the cache is unified. */
  readonly streams: 'unless-unified' | 'per-sequence' | 'one'
  readonly layers: readonly LayerTemplate[]
}

export interface Hazard {
  readonly when:
    | 'always'
    | 'more-than-one-stream'
    | 'flash-attention-per-stream'
    | 'flash-attention-on-a-batch'
    | 'sequences-do-not-divide-micro-batch'
    | 'key-is-quantized'
  readonly cause: FatalSettings
}

export interface ReleaseShape {
  readonly memoryClass: MemoryClass
  readonly caches: readonly CacheTemplate[]
  readonly hazards: readonly Hazard[]
  readonly isLatent: boolean
  /** True if K and V are one tensor. */
  readonly needsEqualTypes: boolean
  /** Distinct values, in elements. */
  readonly keyHeadDims: readonly number[]
  readonly valueHeadDims: readonly number[]
  readonly needsTargetContext: boolean
  readonly assumed: boolean
}

export interface CacheShape {
  readonly architecture: string
  /** `block_count` plus the layers that llama.cpp adds. */
  readonly layers: number
  readonly trainedTokens: number
  readonly windowKey: number
  readonly isCausal: boolean
  readonly releases: Readonly<Record<LlamaCppRelease, ReleaseShape | { readonly unloadable: string }>>
}
