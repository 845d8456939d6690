/** Reads the errors that core/rpc/coded-answers.ts sends. */
import { isDefinedError } from '@orpc/client'
import { failureOf } from './coded-error'
import type { Failure } from './errors'

/** Returns undefined for a lost connection, a cancellation or a bug. */
export const failureIn = (error: unknown): Failure | undefined => failureOf(error) ?? failureFromWire(error)

function failureFromWire(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !isDefinedError(error as never)) return undefined
  const { code, data } = error as unknown as { code: Failure['code']; data: Failure['facts'] }
  return { code, facts: data } as Failure
}
