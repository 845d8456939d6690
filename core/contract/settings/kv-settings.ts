/** Named as in llama.cpp. */
import { z } from 'zod'
import { gpuBackends, kvTypes } from './kv-types'
import { kvRanges, type NumberRange } from './setting-ranges'

export const kvType = z.enum(kvTypes)
export const gpuBackend = z.enum(gpuBackends)

const whole = ({ least, most }: NumberRange) => z.int().min(least).max(most)

export const kvSettings = z.object({
  /** Per sequence; `auto`: the trained context, at most 8,192, limited by memory. */
  contextTokens: z.union([z.literal('auto'), whole(kvRanges.contextTokens)]),
  keyType: kvType,
  valueType: kvType,
  /** Each costs a full cache (kv_unified is false). */
  sequences: whole(kvRanges.sequences),
  /** Also the micro-batch: node-llama-cpp makes the two equal. */
  batchTokens: whole(kvRanges.batchTokens),
  /** RAM per sequence; `auto`: 256, or an eighth of its cache if that is more. 0: no checkpoints. */
  checkpointMebibytes: z.union([z.literal('auto'), whole(kvRanges.checkpointMebibytes)]).default('auto'),
  /** As long as the context: more memory, more reuse. */
  swaFullCache: z.boolean(),
  flashAttention: z.enum(['auto', 'on', 'off']),
  /** `auto`: by a short calibration, at most one per physical core. */
  threads: z.union([z.literal('auto'), whole(kvRanges.threads)]),
  gpuBackend,
  /** With weights and cache; `auto`: as many as fit. */
  gpuLayers: z.union([z.literal('auto'), whole(kvRanges.gpuLayers)]),
})
export type KvSettings = z.infer<typeof kvSettings>
