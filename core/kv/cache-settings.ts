import type { KvType } from '../contract/settings/kv-types'
import type { LlamaCppRelease } from './shape/release'

interface CommonSettings {
  readonly keyType: KvType
  readonly valueType: KvType
  /** 1 to 256. llama.cpp treats 0 as 1. */
  readonly sequences: number
  readonly swaFullCache: boolean
  readonly flashAttention: 'auto' | 'on' | 'off'
  /** True if all sequences share their cells. node-llama-cpp never requests this. */
  readonly kvUnified?: boolean
  readonly llamaCpp?: LlamaCppRelease
}

/** `contextTokens` is per sequence. `totalContextTokens` is llama.cpp's `n_ctx`, where 0 means the trained context. */
type ContextSize = { readonly contextTokens: number } | { readonly totalContextTokens: number }

/**
 * `batchTokens` is node-llama-cpp's option, to which node-llama-cpp adds 1 if a window is active. `microBatchTokens` is llama.cpp's
 * `n_ubatch`, and `logicalBatchTokens` its `n_batch`.
 */
type BatchSize = { readonly batchTokens: number } | { readonly microBatchTokens: number; readonly logicalBatchTokens?: number }

export type CacheSettings = CommonSettings & ContextSize & BatchSize
