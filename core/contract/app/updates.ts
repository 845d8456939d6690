import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf, failureSchema } from '../errors/errors'

const nothing = z.object({})

export const updateObstacles = ['no-source', 'system-package', 'portable', 'cuda-variant', 'no-key', 'other-host'] as const
export type UpdateObstacle = (typeof updateObstacles)[number]

export const updateStep = z.discriminatedUnion('status', [
  z.object({ status: z.literal('idle') }),
  z.object({ status: z.literal('looking') }),
  z.object({ status: z.literal('newest'), at: z.number() }),
  z.object({ status: z.literal('found'), version: z.string(), sizeBytes: z.number().nullable() }),
  z.object({ status: z.literal('fetching'), version: z.string(), receivedBytes: z.number(), totalBytes: z.number() }),
  z.object({ status: z.literal('ready'), version: z.string() }),
  z.object({ status: z.literal('installing'), version: z.string() }),
  z.object({ status: z.literal('failed'), failure: failureSchema }),
])
export type UpdateStep = z.infer<typeof updateStep>

export const updateState = z.object({
  version: z.string(),
  /** '' if unknown. */
  commit: z.string(),
  source: z.string().nullable(),
  obstacle: z.enum(updateObstacles).nullable(),
  step: updateStep,
})
export type UpdateState = z.infer<typeof updateState>

const refusals = errorsOf('updates-off', 'update-unavailable', 'offline')

export const updateContract = {
  read: oc.output(updateState),
  look: oc.errors(refusals).output(nothing),
  fetch: oc.errors(refusals).output(nothing),
  /** Keeps the current version if the new one does not start. */
  install: oc.errors(refusals).output(nothing),
}
