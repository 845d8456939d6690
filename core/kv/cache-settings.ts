/** What a plan is asked for: the KV settings that decide about memory, and nothing of the machine. */
import type { KvType } from '../contract/settings/kv-types'
import type { LlamaCppRelease } from './shape/release'

interface CommonSettings {
  readonly keyType: KvType
  readonly valueType: KvType
  /** Conversations that keep their cache at the same time, 1 to 256; 0 counts as 1. */
  readonly sequences: number
  /** Sliding-window layers get a cache as long as the context. */
  readonly swaFullCache: boolean
  readonly flashAttention: 'auto' | 'on' | 'off'
  /** All sequences share one set of cells. node-llama-cpp never does this; false where it is not said. */
  readonly kvUnified?: boolean
  /** Whose arithmetic; the installed engine's where it is not said. */
  readonly llamaCpp?: LlamaCppRelease
}

/**
 * The context, in one of two ways:
 * `contextTokens` per sequence, as Headroom's settings have it and node-llama-cpp is asked;
 * `totalContextTokens` for all sequences together, llama.cpp's own `n_ctx`. 0: what the model was trained for.
 */
type ContextSize = { readonly contextTokens: number } | { readonly totalContextTokens: number }

/**
 * The batch, in one of two ways:
 * `batchTokens` as node-llama-cpp is asked, which makes it both of llama.cpp's batches and adds one where a window is active;
 * `microBatchTokens` as llama.cpp itself gets it (`n_ubatch`), with its logical batch (`n_batch`, at least as long where it is not said).
 */
type BatchSize = { readonly batchTokens: number } | { readonly microBatchTokens: number; readonly logicalBatchTokens?: number }

export type CacheSettings = CommonSettings & ContextSize & BatchSize
