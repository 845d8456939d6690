import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { modelFile } from './models'

const bytes = z.number().nonnegative()

export const draftReport = z.object({
  path: z.string(),
  weightBytes: z.object({ ram: bytes, vram: bytes }),
  contextBytes: z.object({ ram: bytes, vram: bytes }),
  /** In f16, for a context as long as the main model's. */
  cacheBytes: bytes,
  contextTokens: z.number(),
  loadMs: z.number().nonnegative(),
})
export type DraftReport = z.infer<typeof draftReport>

export const draftStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('loading'), file: modelFile }),
  z.object({ status: z.literal('ready'), file: modelFile, report: draftReport }),
  z.object({ status: z.literal('failed'), name: z.string(), failure: failureSchema }),
])
export type DraftStatus = z.infer<typeof draftStatus>

export const draftBill = z.object({ weightBytes: bytes, cacheBytes: bytes, computeBytes: bytes })
export type DraftBill = z.infer<typeof draftBill>

export const draftCheck = z.object({
  failure: failureSchema.nullable(),
  bill: draftBill.nullable(),
})
export type DraftCheck = z.infer<typeof draftCheck>
