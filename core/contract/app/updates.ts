/** Newer versions of Headroom: looked for, fetched and installed only when a user says so, each step for itself. */
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf, failureSchema } from '../errors/errors'

const nothing = z.object({})

/** Why this copy does not replace itself. Null: it can. */
export const updateObstacles = ['no-source', 'system-package', 'portable', 'cuda-variant', 'no-key', 'other-host'] as const
export type UpdateObstacle = (typeof updateObstacles)[number]

export const updateStep = z.discriminatedUnion('status', [
  z.object({ status: z.literal('idle') }),
  z.object({ status: z.literal('looking') }),
  /** This is the newest there is. `at`: epoch milliseconds. */
  z.object({ status: z.literal('newest'), at: z.number() }),
  /** There is a newer one. `sizeBytes`: of what would be fetched; null where the source does not say. */
  z.object({ status: z.literal('found'), version: z.string(), sizeBytes: z.number().nullable() }),
  z.object({ status: z.literal('fetching'), version: z.string(), receivedBytes: z.number(), totalBytes: z.number() }),
  /** Fetched, and its checksum is the one that was signed. */
  z.object({ status: z.literal('ready'), version: z.string() }),
  /** It is tried out, then put in the place of this one, and the app starts again. */
  z.object({ status: z.literal('installing'), version: z.string() }),
  z.object({ status: z.literal('failed'), failure: failureSchema }),
])
export type UpdateStep = z.infer<typeof updateStep>

export const updateState = z.object({
  version: z.string(),
  /** The commit it was built from; '' where nobody knows. */
  commit: z.string(),
  /** Where newer versions are looked for, as an address to be shown; null: this copy knows no place. */
  source: z.string().nullable(),
  obstacle: z.enum(updateObstacles).nullable(),
  step: updateStep,
})
export type UpdateState = z.infer<typeof updateState>

/** Why a request to the source or an installation is not even begun. */
const refusals = errorsOf('updates-off', 'update-unavailable', 'offline')

export const updateContract = {
  /** `revisions.updates` says when it has changed. */
  read: oc.output(updateState),
  /** Asks the source for its newest version and checks its signature; the outcome is in the state. */
  look: oc.errors(refusals).output(nothing),
  /** Fetches what was found and compares its checksum. Nothing is changed by it. */
  fetch: oc.errors(refusals).output(nothing),
  /** Puts what was fetched in this one's place and starts it; where it does not start, this one stays. */
  install: oc.errors(refusals).output(nothing),
}
