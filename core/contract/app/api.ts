import { oc } from '@orpc/contract'
import { z } from 'zod'
import { errorsOf, failureSchema } from '../errors/errors'

export const longestKeyName = 64

export const apiKey = z.object({
  name: z.string(),
  /** The last characters of the key. */
  ending: z.string(),
  createdAtMs: z.number().nonnegative(),
})
export type ApiKey = z.infer<typeof apiKey>

export const apiStatus = z.object({
  /** null while the server is off. */
  url: z.string().nullable(),
  /** Where other machines reach the server. Empty if it answers only this machine. */
  network: z.array(z.object({ name: z.string(), url: z.string() })),
  /** Why the server is off, although the preference turns it on. */
  failure: failureSchema.nullable(),
  keys: z.array(apiKey),
})
export type ApiStatus = z.infer<typeof apiStatus>

const name = z.string().trim().min(1).max(longestKeyName)
const storing = errorsOf('disk-full', 'store-failed', 'system-error')

/** The preference `api` turns the server on and off. */
export const apiContract = {
  read: oc.output(apiStatus),
  /** The key is shown once. It replaces the key of the same name. */
  makeKey: oc
    .errors(storing)
    .input(z.object({ name }))
    .output(z.object({ key: z.string() })),
  /** Takes effect immediately. */
  revokeKey: oc.errors(storing).input(z.object({ name })).output(z.object({})),
}
