import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { modelFile } from './models'

const bytes = z.number().nonnegative()

/** As reported by llama.cpp. */
export const draftReport = z.object({
  path: z.string(),
  weightBytes: z.object({ ram: bytes, vram: bytes }),
  /** Caches and compute buffer. */
  contextBytes: z.object({ ram: bytes, vram: bytes }),
  /** f16, as long as the context it drafts for. */
  cacheBytes: bytes,
  contextTokens: z.number(),
  loadMs: z.number().nonnegative(),
})
export type DraftReport = z.infer<typeof draftReport>

export const draftStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('loading'), file: modelFile }),
  z.object({ status: z.literal('ready'), file: modelFile, report: draftReport }),
  /** `name`: as far as known. */
  z.object({ status: z.literal('failed'), name: z.string(), failure: failureSchema }),
])
export type DraftStatus = z.infer<typeof draftStatus>

/** `computeBytes` is an estimate (core/plan/parts/compute-buffer.ts). */
export const draftBill = z.object({ weightBytes: bytes, cacheBytes: bytes, computeBytes: bytes })
export type DraftBill = z.infer<typeof draftBill>

export const draftCheck = z.object({
  /** null: it can draft. */
  failure: failureSchema.nullable(),
  /** null: unreadable. */
  bill: draftBill.nullable(),
})
export type DraftCheck = z.infer<typeof draftCheck>
