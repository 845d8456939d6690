/** A model that drafts for the one that answers: a second, smaller one with a context of its own. */
import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { modelFile } from './models'

const bytes = z.number().nonnegative()

/** What a draft model takes in memory, as llama.cpp says. */
export const draftReport = z.object({
  path: z.string(),
  weightBytes: z.object({ ram: bytes, vram: bytes }),
  /** Its caches and its compute buffer together. */
  contextBytes: z.object({ ram: bytes, vram: bytes }),
  /** Of those, its caches: f16, as many cells and sequences as the context that it drafts for. */
  cacheBytes: bytes,
  contextTokens: z.number(),
  loadMs: z.number().nonnegative(),
})
export type DraftReport = z.infer<typeof draftReport>

export const draftStatus = z.discriminatedUnion('status', [
  /** None is wanted. */
  z.object({ status: z.literal('none') }),
  z.object({ status: z.literal('loading'), file: modelFile }),
  z.object({ status: z.literal('ready'), file: modelFile, report: draftReport }),
  /** Answers are written without it. `name` as far as it is known. */
  z.object({ status: z.literal('failed'), name: z.string(), failure: failureSchema }),
])
export type DraftStatus = z.infer<typeof draftStatus>

/** What a draft model would take beside a context; `computeBytes` is an estimate (core/plan/parts/compute-buffer.ts). */
export const draftBill = z.object({ weightBytes: bytes, cacheBytes: bytes, computeBytes: bytes })
export type DraftBill = z.infer<typeof draftBill>

export const draftCheck = z.object({
  /** Why it cannot draft; null: it can. */
  failure: failureSchema.nullable(),
  /** null: its file cannot be read. */
  bill: draftBill.nullable(),
})
export type DraftCheck = z.infer<typeof draftCheck>
