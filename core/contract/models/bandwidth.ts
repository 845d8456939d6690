import { oc } from '@orpc/contract'
import { z } from 'zod'
import { fileCodes } from '../errors/error-groups'
import { errorsOf } from '../errors/errors'

const count = z.number().nonnegative()
const nothing = z.object({})

export const memoryBandwidth = z.object({
  /** In epoch ms. */
  measuredAt: count,
  cpu: z.string(),
  /** Logical cores. */
  cores: count,
  memoryBytes: count,
  /** Size of each of STREAM's three arrays. */
  arrayBytes: count,
  /** Size of the whole last-level cache. null if unknown. */
  cacheBytes: count.nullable(),
  /** The best repetition of STREAM's triad, at 24 bytes per element. Ascending by threads. */
  byThreads: z.array(z.object({ threads: count, bytesPerSecond: z.number().positive() })).min(1),
})
export type MemoryBandwidth = z.infer<typeof memoryBandwidth>

/** llama.cpp's highest rates with one model file, at depth 0. */
export const prefillPeak = z.object({
  measuredAt: count,
  modelPath: z.string(),
  modelName: z.string(),
  /** Total size of the model's files. A peak that was measured with other files is ignored. */
  modelBytes: count,
  backend: z.string(),
  threads: count,
  /** Ascending by micro-batch. */
  byBatch: z
    .array(
      z.object({
        batchTokens: count,
        tokensPerSecond: z.number().positive(),
        flopPerSecond: z.number().positive(),
        /** (Fastest - slowest) / median of the repetitions. Absent for a single one. */
        spread: count.optional(),
      }),
    )
    .min(1),
  /** The highest rate in decode tests of benchmarks. */
  decodeFlopPerSecond: z.number().positive().optional(),
})
export type PrefillPeak = z.infer<typeof prefillPeak>

export const bandwidthStatus = z.object({
  memory: memoryBandwidth.nullable(),
  isMeasuring: z.boolean(),
  /** The window reads the peak again when this changes. */
  peakRevision: count,
})
export type BandwidthStatus = z.infer<typeof bandwidthStatus>

export const bandwidthContract = {
  /** Resolves when the result is stored. Refused while an answer is being written. */
  measure: oc.errors(errorsOf('compare-busy', 'conversation-busy', 'bandwidth-failed')).output(nothing),
  peak: oc
    .errors(errorsOf('model-not-found'))
    .input(z.object({ modelId: z.string() }))
    .output(prefillPeak.nullable()),
  /** Starts a benchmark of prefill with several micro-batch sizes. If it measures a peak, `peakRevision` changes when it ends. */
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
