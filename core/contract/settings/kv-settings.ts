/** KV settings, named as in llama.cpp. */
import { z } from 'zod'
import { gpuBackends, kvTypes } from './kv-types'
import { kvRanges, type NumberRange } from './setting-ranges'

export const kvType = z.enum(kvTypes)
export const gpuBackend = z.enum(gpuBackends)

const whole = ({ least, most }: NumberRange) => z.int().min(least).max(most)

export const kvSettings = z.object({
  /** Tokens per sequence; `auto`: what the model was trained for, at most 8,192, limited by memory. */
  contextTokens: z.union([z.literal('auto'), whole(kvRanges.contextTokens)]),
  keyType: kvType,
  valueType: kvType,
  /** Conversations that keep their cache at the same time. Each costs a full cache (kv_unified is false). */
  sequences: whole(kvRanges.sequences),
  /** Tokens per batch and micro-batch: node-llama-cpp makes the two equal. */
  batchTokens: whole(kvRanges.batchTokens),
  /** RAM for checkpoints of one sequence, MiB; `auto`: 256, or an eighth of its cache if that is more. 0: no checkpoints. */
  checkpointMebibytes: z.union([z.literal('auto'), whole(kvRanges.checkpointMebibytes)]).default('auto'),
  /** Gives sliding-window layers a cache as long as the context: more memory, more reuse. */
  swaFullCache: z.boolean(),
  flashAttention: z.enum(['auto', 'on', 'off']),
  /** `auto`: chosen by a short calibration, at most one per physical core. */
  threads: z.union([z.literal('auto'), whole(kvRanges.threads)]),
  gpuBackend,
  /** Layers with weights and cache on the GPU; `auto`: as many as fit. */
  gpuLayers: z.union([z.literal('auto'), whole(kvRanges.gpuLayers)]),
})
export type KvSettings = z.infer<typeof kvSettings>
