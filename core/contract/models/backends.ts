/** What this machine can compute with, as tried in processes of their own. */
import { z } from 'zod'
import { backends, trialFailureCodes } from './backend-kinds'

const count = z.number().nonnegative()
const backend = z.enum(backends)

/** What came of trying one backend. `tookMs`: from the start of its process to its answer or its end; 0 where none had to be started. */
export const backendTrial = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('works'),
    backend,
    /** Names as the driver gives them; empty for the CPU. */
    devices: z.array(z.string()).readonly(),
    /** Of all devices together, when it was tried; of the CPU: the machine's. */
    memory: z.object({ totalBytes: count, freeBytes: count }),
    tookMs: count,
  }),
  z.object({ outcome: z.literal('fails'), backend, code: z.enum(trialFailureCodes), detail: z.string(), tookMs: count }),
])
export type BackendTrial = z.infer<typeof backendTrial>

export const backendReport = z.object({
  /** In the order of preference; what has not been tried since the start is missing. */
  trials: z.array(backendTrial).readonly(),
  /** Being tried now. */
  trying: z.array(backend).readonly(),
})
export type BackendReport = z.infer<typeof backendReport>
