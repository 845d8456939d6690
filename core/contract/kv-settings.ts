/** What a user sets about the KV cache, in llama.cpp's words. See design: "KV settings -> llama.cpp". */
import { z } from 'zod'
import { gpuBackends, kvTypes, maxSequences } from './kv-types'

export const kvType = z.enum(kvTypes)
export const gpuBackend = z.enum(gpuBackends)

/** n_ctx is a u32 in llama.cpp and is rounded up to 256; this leaves room for the rounding. */
export const maxContextTokens = 2 ** 31 - 256

export const kvSettings = z.object({
  /** Tokens that one sequence can hold; `auto`: what the model was trained for, at most 8,192, and what memory allows. */
  contextTokens: z.union([z.literal('auto'), z.int().min(1).max(maxContextTokens)]),
  keyType: kvType,
  valueType: kvType,
  /** Conversations that keep their cache at the same time. Each costs a full cache (kv_unified is false). */
  sequences: z.int().min(1).max(maxSequences),
  /** Tokens per batch, and per micro-batch too: node-llama-cpp sets both. */
  batchTokens: z.int().min(1).max(65_536),
  /** Gives sliding-window layers a cache as long as the context: more memory, more reuse. */
  swaFullCache: z.boolean(),
  flashAttention: z.enum(['auto', 'on', 'off']),
  /** `auto`: chosen by a short calibration, at most one per physical core. */
  threads: z.union([z.literal('auto'), z.int().min(1).max(1024)]),
  gpuBackend,
  /** Layers whose weights and cache are on the GPU; `auto`: as many as fit. */
  gpuLayers: z.union([z.literal('auto'), z.int().min(0).max(10_000)]),
})
export type KvSettings = z.infer<typeof kvSettings>
