/** What a user sets about the KV cache, in llama.cpp's words. See design: "KV settings -> llama.cpp". */
import { z } from 'zod'
import { gpuBackends, kvTypes } from './kv-types'
import { kvRanges, type NumberRange } from './setting-ranges'

export const kvType = z.enum(kvTypes)
export const gpuBackend = z.enum(gpuBackends)

const whole = ({ least, most }: NumberRange) => z.int().min(least).max(most)

export const kvSettings = z.object({
  /** Tokens that one sequence can hold; `auto`: what the model was trained for, at most 8,192, and what memory allows. */
  contextTokens: z.union([z.literal('auto'), whole(kvRanges.contextTokens)]),
  keyType: kvType,
  valueType: kvType,
  /** Conversations that keep their cache at the same time. Each costs a full cache (kv_unified is false). */
  sequences: whole(kvRanges.sequences),
  /** Tokens per batch, and per micro-batch too: node-llama-cpp sets both. */
  batchTokens: whole(kvRanges.batchTokens),
  /** RAM for checkpoints of one sequence, MiB; `auto`: 256, or an eighth of its cache where that is more. 0: none are taken. */
  checkpointMebibytes: z.union([z.literal('auto'), whole(kvRanges.checkpointMebibytes)]).default('auto'),
  /** Gives sliding-window layers a cache as long as the context: more memory, more reuse. */
  swaFullCache: z.boolean(),
  flashAttention: z.enum(['auto', 'on', 'off']),
  /** `auto`: chosen by a short calibration, at most one per physical core. */
  threads: z.union([z.literal('auto'), whole(kvRanges.threads)]),
  gpuBackend,
  /** Layers whose weights and cache are on the GPU; `auto`: as many as fit. */
  gpuLayers: z.union([z.literal('auto'), whole(kvRanges.gpuLayers)]),
})
export type KvSettings = z.infer<typeof kvSettings>
