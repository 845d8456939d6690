/**
 * What a model's caches are made of, derived once from its header: plain data, so that a window can keep it and
 * compute a new plan at every move of a slider.
 */
import type { LlamaCppRelease } from './release'

/** llama.cpp's classes of memory, without their prefix `llama_`. */
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
 * `full`: one cell per token of the context; `sliding`: the window; `recurrent`: one state per sequence;
 * `indexer`: keys that pick cells; `csa`, `hca`: DeepSeek V4's cells for 4 and for 128 tokens each, and the f32
 * states of the compressors that fill them.
 */
export type PlannedCacheKind = 'full' | 'sliding' | 'recurrent' | 'indexer' | 'csa' | 'hca' | 'csa-state' | 'hca-state' | 'indexer-state'

/** How many cells a cache has in each stream. */
export type CellRule =
  | { readonly by: 'context' }
  | { readonly by: 'window'; readonly windowTokens: number }
  /** One cell for so many tokens of the context. */
  | { readonly by: 'compression'; readonly tokensPerCell: number }
  | { readonly by: 'sequences' }
  | { readonly by: 'fixed'; readonly cells: number }

/** `k` and `v` have the type of the settings, everything else is f32. */
export type TensorRole = 'k' | 'v' | 'r' | 's' | 'p' | 'state-kv' | 'state-score'

export interface TensorTemplate {
  readonly role: TensorRole
  /** Elements per cell. */
  readonly width: number
  /** Without flash attention V lies transposed, and all layers get the width of the widest. */
  readonly transposedWidth?: number
}

export interface LayerTemplate {
  readonly index: number
  readonly tensors: readonly TensorTemplate[]
}

export interface CacheTemplate {
  readonly kind: PlannedCacheKind
  readonly cells: CellRule
  /** One stream per sequence unless the cache is unified, one in any case, or just one. */
  readonly streams: 'unless-unified' | 'per-sequence' | 'one'
  readonly layers: readonly LayerTemplate[]
}

/** What ends the process while a context is created: an assertion in llama.cpp, or worse. */
export type Hazard =
  | { readonly when: 'always'; readonly detail: string }
  | { readonly when: 'more-than-one-stream'; readonly detail: string }
  | { readonly when: 'flash-attention-per-stream'; readonly detail: string }
  | { readonly when: 'flash-attention-on-a-batch'; readonly detail: string }
  | { readonly when: 'sequences-do-not-divide-micro-batch'; readonly detail: string }
  | { readonly when: 'key-is-quantized'; readonly detail: string }

/** What one release of llama.cpp makes of the model. */
export interface ReleaseShape {
  readonly memoryClass: MemoryClass
  readonly caches: readonly CacheTemplate[]
  readonly hazards: readonly Hazard[]
  /** Multi-head latent attention (MLA). */
  readonly isLatent: boolean
  /** K and V are one tensor: different types are refused. */
  readonly needsEqualTypes: boolean
  /** Elements per head, each value once, in order of the trunk layers: quantized blocks must divide them. */
  readonly keyHeadDims: readonly number[]
  readonly valueHeadDims: readonly number[]
  readonly needsTargetContext: boolean
  /** Computed by the general rule: this release does not know the architecture. */
  readonly assumed: boolean
}

export interface CacheShape {
  readonly architecture: string
  /** `block_count` and what llama.cpp adds to it. */
  readonly layers: number
  readonly trainedTokens: number
  readonly windowKey: number
  readonly isCausal: boolean
  readonly releases: Readonly<Record<LlamaCppRelease, ReleaseShape | { readonly unloadable: string }>>
}
