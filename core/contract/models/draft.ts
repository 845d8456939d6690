/** Draft models: a second, smaller model with its own context that drafts for the loaded one. */
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
  /** Its caches alone: f16, with the cells and sequences of the context it drafts for. */
  cacheBytes: bytes,
  contextTokens: z.number(),
  loadMs: z.number().nonnegative(),
})
export type DraftReport = z.infer<typeof draftReport>

export const draftStatus = z.discriminatedUnion('status', [
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('loading'), file: modelFile }),
  z.object({ status: z.literal('ready'), file: modelFile, report: draftReport }),
  /** Answers are written without it. `name`: as far as it is known. */
  z.object({ status: z.literal('failed'), name: z.string(), failure: failureSchema }),
])
export type DraftStatus = z.infer<typeof draftStatus>

/** Memory a draft model would need with a context; `computeBytes` is an estimate (core/plan/parts/compute-buffer.ts). */
export const draftBill = z.object({ weightBytes: bytes, cacheBytes: bytes, computeBytes: bytes })
export type DraftBill = z.infer<typeof draftBill>

export const draftCheck = z.object({
  /** Why it cannot draft; null: it can. */
  failure: failureSchema.nullable(),
  /** null: the file cannot be read. */
  bill: draftBill.nullable(),
})
export type DraftCheck = z.infer<typeof draftCheck>
