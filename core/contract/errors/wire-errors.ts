/** Reads coded failures that arrive as typed oRPC errors. core/rpc/coded-answers.ts sends them. */
import { isDefinedError } from '@orpc/client'
import { failureOf } from './coded-error'
import type { Failure } from './errors'

/** Returns the failure of a local or remote error; undefined: a lost connection, a cancellation or a bug. */
export const failureIn = (error: unknown): Failure | undefined => failureOf(error) ?? failureFromWire(error)

function failureFromWire(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !isDefinedError(error as never)) return undefined
  const { code, data } = error as unknown as { code: Failure['code']; data: Failure['facts'] }
  return { code, facts: data } as Failure
}
