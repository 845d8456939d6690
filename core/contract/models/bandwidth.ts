/** Measured figures of this machine: its memory bandwidth, and llama.cpp's prefill rate on it. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf, fileCodes } from '../errors/errors'

const count = z.number().nonnegative()
const nothing = z.object({})

export const memoryBandwidth = z.object({
  /** Time in epoch ms. */
  measuredAt: count,
  cpu: z.string(),
  /** Logical. */
  cores: count,
  memoryBytes: count,
  /** Bytes of each of STREAM's three arrays. */
  arrayBytes: count,
  /** Bytes of all parts of the last-level cache. null if unknown. */
  cacheBytes: count.nullable(),
  /** Results of STREAM's triad with 24 bytes per element, the best of its repetitions. Ascending by threads, with at least one entry. */
  byThreads: z.array(z.object({ threads: count, bytesPerSecond: z.number().positive() })).min(1),
})
export type MemoryBandwidth = z.infer<typeof memoryBandwidth>

/** The highest rates that llama.cpp reached with one model file, without a depth. */
export const prefillPeak = z.object({
  measuredAt: count,
  modelPath: z.string(),
  modelName: z.string(),
  /** Length of its files. A peak of a replaced file does not count. */
  modelBytes: count,
  /** A backend such as `cpu` or `vulkan`. */
  backend: z.string(),
  threads: count,
  /** Ascending by micro-batch. */
  byBatch: z.array(z.object({ batchTokens: count, tokensPerSecond: z.number().positive(), flopPerSecond: z.number().positive() })).min(1),
})
export type PrefillPeak = z.infer<typeof prefillPeak>

export const bandwidthStatus = z.object({
  /** null if not measured on this machine. */
  memory: memoryBandwidth.nullable(),
  isMeasuring: z.boolean(),
  /** When it changes, a window reads peaks again. */
  peakRevision: count,
})
export type BandwidthStatus = z.infer<typeof bandwidthStatus>

export const bandwidthContract = {
  /** Resolves when the result is stored and in the state. Refused while an answer is written, because each would disturb the other. */
  measure: oc.errors(errorsOf('compare-busy', 'conversation-busy', 'bandwidth-failed')).output(nothing),
  /** Returns null if this model's prompts were never benchmarked. */
  peak: oc
    .errors(errorsOf('model-not-found'))
    .input(z.object({ modelId: z.string() }))
    .output(prefillPeak.nullable()),
  /** Starts a benchmark of prefill by micro-batch in Compare, and returns its run. The state has the peak when the run has ended. */
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
