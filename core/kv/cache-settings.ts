import type { KvType } from '../contract/settings/kv-types'
import type { LlamaCppRelease } from './shape/release'

interface CommonSettings {
  readonly keyType: KvType
  readonly valueType: KvType
  /** 1 to 256. llama.cpp treats 0 as 1. */
  readonly sequences: number
  readonly swaFullCache: boolean
  readonly flashAttention: 'auto' | 'on' | 'off'
  /** True if all sequences share one set of cells, which node-llama-cpp never requests. */
  readonly kvUnified?: boolean
  readonly llamaCpp?: LlamaCppRelease
}

/** `contextTokens` is per sequence, `totalContextTokens` is llama.cpp's `n_ctx`. 0 means the trained context. */
type ContextSize = { readonly contextTokens: number } | { readonly totalContextTokens: number }

/**
 * node-llama-cpp takes `batchTokens` and adds 1 if a window is active. `microBatchTokens` is `n_ubatch`, and `logicalBatchTokens` is
 * `n_batch`.
 */
type BatchSize = { readonly batchTokens: number } | { readonly microBatchTokens: number; readonly logicalBatchTokens?: number }

export type CacheSettings = CommonSettings & ContextSize & BatchSize
