import { z } from 'zod'
import { failureSchema } from '../errors/errors'
import { quoted } from '../errors/quoted'
import { fact } from './fact'

const count = z.number().nonnegative()
const nothing = z.object({})
const names = z.array(z.string()).readonly()

export const noticeFact = z.discriminatedUnion('code', [
  fact('store-salvaged', z.object({ quoted, keptAt: z.string(), conversations: count, messages: count })),
  fact('turn-interrupted', z.object({ answers: count })),
  fact('compare-interrupted', nothing),
  fact('answer-not-stored', nothing),
  fact('compare-not-stored', nothing),
  /** `kv` and `sampling` mean all settings of that kind. */
  fact('settings-fell-back', z.object({ names })),
  /** An empty list means all preferences. */
  fact('preferences-fell-back', z.object({ names })),
  fact('plan-mismatch', z.object({ allocatedBytes: count, predictedBytes: count.nullable() })),
  fact('draft-not-loaded', z.object({ failure: failureSchema })),
])
export type NoticeFact = z.infer<typeof noticeFact>

export const notice = z.intersection(
  z.object({
    id: z.string(),
    at: z.number(),
    report: z.string().nullable(),
  }),
  noticeFact,
)
export type Notice = z.infer<typeof notice>
