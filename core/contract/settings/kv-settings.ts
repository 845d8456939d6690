import { z } from 'zod'
import { gpuBackends, kvTypes } from './kv-types'
import { kvRanges, type NumberRange } from './setting-ranges'

export const kvType = z.enum(kvTypes)
export const gpuBackend = z.enum(gpuBackends)

const whole = ({ least, most }: NumberRange) => z.int().min(least).max(most)

export const kvSettings = z.object({
  /** Per sequence. `auto` is the trained context, at most 8,192 and limited by memory. */
  contextTokens: z.union([z.literal('auto'), whole(kvRanges.contextTokens)]),
  keyType: kvType,
  valueType: kvType,
  sequences: whole(kvRanges.sequences),
  /** Also the micro-batch: node-llama-cpp makes the two equal. */
  batchTokens: whole(kvRanges.batchTokens),
  /** In MiB, per sequence. `auto` is 256, or an eighth of the sequence's cache if that is more. 0 turns checkpoints off. */
  checkpointMebibytes: z.union([z.literal('auto'), whole(kvRanges.checkpointMebibytes)]).default('auto'),
  swaFullCache: z.boolean(),
  flashAttention: z.enum(['auto', 'on', 'off']),
  /** `auto` measures which number is fastest, up to one thread per physical core. */
  threads: z.union([z.literal('auto'), whole(kvRanges.threads)]),
  gpuBackend,
  gpuLayers: z.union([z.literal('auto'), whole(kvRanges.gpuLayers)]),
})
export type KvSettings = z.infer<typeof kvSettings>
