import { z } from 'zod'
import { processEnd } from '../errors/process-end'
import { quoted } from '../errors/quoted'
import { backends } from './backend-kinds'

const count = z.number().nonnegative()
const backend = z.enum(backends)
const fails = { outcome: z.literal('fails'), backend, tookMs: count }

/** `tookMs` is the time from the start of the process to its reply or its end. 0 without a process. */
export const backendTrial = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('works'),
    backend,
    devices: z.array(z.string()).readonly(),
    /** The memory of all devices together, during the trial. For the CPU, the machine's RAM. */
    memory: z.object({ totalBytes: count, freeBytes: count }),
    tookMs: count,
  }),
  z.discriminatedUnion('code', [
    z.object({ ...fails, code: z.enum(['not-on-this-system', 'not-installed', 'no-device']) }),
    z.object({ ...fails, code: z.literal('library-missing'), library: z.string() }),
    z.object({ ...fails, code: z.literal('driver-crashed'), end: processEnd }),
    z.object({ ...fails, code: z.literal('timed-out'), seconds: z.number() }),
    z.object({ ...fails, code: z.literal('did-not-load'), quoted }),
  ]),
])
export type BackendTrial = z.infer<typeof backendTrial>

export const backendReport = z.object({
  trials: z.array(backendTrial).readonly(),
  trying: z.array(backend).readonly(),
})
export type BackendReport = z.infer<typeof backendReport>
