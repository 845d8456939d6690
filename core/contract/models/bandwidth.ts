/** What this machine's memory and llama.cpp's prefill on it can do, measured. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf, fileCodes } from '../errors/errors'

const count = z.number().nonnegative()
const nothing = z.object({})

export const memoryBandwidth = z.object({
  /** Epoch ms. */
  measuredAt: count,
  cpu: z.string(),
  /** Logical. */
  cores: count,
  memoryBytes: count,
  /** Of each of STREAM's three arrays. */
  arrayBytes: count,
  /** Last level, of all its parts; null: unknown. */
  cacheBytes: count.nullable(),
  /** STREAM's triad, 24 bytes per element: the best of its repetitions. Ascending; at least one. */
  byThreads: z.array(z.object({ threads: count, bytesPerSecond: z.number().positive() })).min(1),
})
export type MemoryBandwidth = z.infer<typeof memoryBandwidth>

/** The highest rates that llama.cpp reached with one model file, without a depth. */
export const prefillPeak = z.object({
  measuredAt: count,
  modelPath: z.string(),
  modelName: z.string(),
  modelBytes: count,
  /** `cpu`, `vulkan`, … */
  backend: z.string(),
  threads: count,
  /** By micro-batch, ascending. */
  byBatch: z.array(z.object({ batchTokens: count, tokensPerSecond: z.number().positive(), flopPerSecond: z.number().positive() })).min(1),
})
export type PrefillPeak = z.infer<typeof prefillPeak>

export const bandwidthStatus = z.object({
  /** null: not measured on this machine. */
  memory: memoryBandwidth.nullable(),
  isMeasuring: z.boolean(),
  /** When it changes, a window reads peaks again. */
  peakRevision: count,
})
export type BandwidthStatus = z.infer<typeof bandwidthStatus>

export const bandwidthContract = {
  /** Resolves when it is stored; the state has the result. Refused while an answer is written: each would disturb the other. */
  measure: oc.errors(errorsOf('compare-busy', 'conversation-busy', 'bandwidth-failed')).output(nothing),
  /** null: no benchmark of this model's prompts. */
  peak: oc
    .errors(errorsOf('model-not-found'))
    .input(z.object({ modelId: z.string() }))
    .output(prefillPeak.nullable()),
  /** A benchmark of prefill by micro-batch, in Compare. Returns its run; the state has the peak when it has ended. */
  measurePrefill: oc
    .errors(
      errorsOf(
        'model-not-found',
        'compare-busy',
        'conversation-busy',
        'compare-plan-refused',
        'architecture-unsupported',
        'model-cannot-chat',
        'disk-full',
        'store-failed',
        ...fileCodes,
      ),
    )
    .input(z.object({ modelId: z.string() }))
    .output(z.object({ runId: z.string() })),
}
