import type { KvType } from '../contract/settings/kv-types'
import type { LlamaCppRelease } from './shape/release'

interface CommonSettings {
  readonly keyType: KvType
  readonly valueType: KvType
  /** 1 to 256; 0 counts as 1. */
  readonly sequences: number
  /** Sliding-window layers get a cache as long as the context. */
  readonly swaFullCache: boolean
  readonly flashAttention: 'auto' | 'on' | 'off'
  /** All sequences share one set of cells. Default false; node-llama-cpp never does this. */
  readonly kvUnified?: boolean
  /** Default: the installed engine's. */
  readonly llamaCpp?: LlamaCppRelease
}

/**
 * `contextTokens` is per sequence, as in Headroom and node-llama-cpp, `totalContextTokens` of all sequences: llama.cpp's `n_ctx`. 0: the
 * trained context.
 */
type ContextSize = { readonly contextTokens: number } | { readonly totalContextTokens: number }

/**
 * `batchTokens` as given to node-llama-cpp, which uses it for both of llama.cpp's batches and adds 1 if a window is active;
 * `microBatchTokens` is `n_ubatch`, `logicalBatchTokens` `n_batch` (by default at least as long).
 */
type BatchSize = { readonly batchTokens: number } | { readonly microBatchTokens: number; readonly logicalBatchTokens?: number }

export type CacheSettings = CommonSettings & ContextSize & BatchSize
