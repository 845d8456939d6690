import { z } from 'zod'
import { backends, trialFailureCodes } from './backend-kinds'

const count = z.number().nonnegative()
const backend = z.enum(backends)

/** `tookMs`: from process start to answer or end; 0: no process was needed. */
export const backendTrial = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('works'),
    backend,
    /** Empty for the CPU. */
    devices: z.array(z.string()).readonly(),
    /** Of all devices, at the time of the trial; for the CPU, RAM. */
    memory: z.object({ totalBytes: count, freeBytes: count }),
    tookMs: count,
  }),
  z.object({ outcome: z.literal('fails'), backend, code: z.enum(trialFailureCodes), detail: z.string(), tookMs: count }),
])
export type BackendTrial = z.infer<typeof backendTrial>

export const backendReport = z.object({
  /** In order of preference; only backends tried since the start. */
  trials: z.array(backendTrial).readonly(),
  trying: z.array(backend).readonly(),
})
export type BackendReport = z.infer<typeof backendReport>
