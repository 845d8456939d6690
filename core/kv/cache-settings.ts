import type { KvType } from '../contract/settings/kv-types'
import type { LlamaCppRelease } from './shape/release'

interface CommonSettings {
  readonly keyType: KvType
  readonly valueType: KvType
  /** 1 to 256; 0 counts as 1. */
  readonly sequences: number
  readonly swaFullCache: boolean
  readonly flashAttention: 'auto' | 'on' | 'off'
  /** All sequences share one set of cells; node-llama-cpp never does this. */
  readonly kvUnified?: boolean
  readonly llamaCpp?: LlamaCppRelease
}

/** `contextTokens` is per sequence, `totalContextTokens` llama.cpp's `n_ctx`. 0: the trained context. */
type ContextSize = { readonly contextTokens: number } | { readonly totalContextTokens: number }

/**
 * node-llama-cpp takes `batchTokens` and adds 1 if a window is active; `microBatchTokens` is `n_ubatch`, `logicalBatchTokens` `n_batch`.
 */
type BatchSize = { readonly batchTokens: number } | { readonly microBatchTokens: number; readonly logicalBatchTokens?: number }

export type CacheSettings = CommonSettings & ContextSize & BatchSize
