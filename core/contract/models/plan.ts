import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { PlanMachine } from '../../plan/machines/machine'
import type { PlanSubject } from '../../plan/plan-subject'
import { fileCodes, serverCodes } from '../errors/error-groups'
import { errorsOf } from '../errors/errors'
import { maxConfigCharacters } from '../wire/text-limits'

export const planSource = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('model'), modelId: z.string() }),
  /** Path or http(s) address of a .gguf file or a config.json. */
  z.object({ kind: z.literal('location'), location: z.string().min(1).max(32_768) }),
  z.object({ kind: z.literal('config'), text: z.string().max(maxConfigCharacters) }),
])
export type PlanSource = z.infer<typeof planSource>

/**
 * `held`: the same free memory everywhere, until the model changes or `staleMs` have passed (main/services/models/plan-service.ts).
 * `new`: reads it and holds that. `now`: reads it and holds nothing.
 */
export const memoryReading = z.enum(['held', 'new', 'now'])
export type MemoryReading = z.infer<typeof memoryReading>

const inspectErrors = errorsOf('model-not-found', 'config-unreadable', ...fileCodes, ...serverCodes)

export const planContract = {
  /** Reads only the header. */
  inspect: oc.errors(inspectErrors).input(planSource).output(z.custom<PlanSubject>()),
  machine: oc.input(z.object({ reading: memoryReading })).output(z.custom<PlanMachine>()),
}
