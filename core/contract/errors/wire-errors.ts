/** Coded failures that came through oRPC as the contract's typed errors; how they leave: core/rpc/coded-answers.ts. */
import { isDefinedError } from '@orpc/client'
import { failureOf } from './coded-error'
import type { Failure } from './errors'

/** The coded failure in an error, thrown here or come over the wire; undefined: a lost connection, a cancellation, or a bug. */
export const failureIn = (error: unknown): Failure | undefined => failureOf(error) ?? failureFromWire(error)

function failureFromWire(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !isDefinedError(error as never)) return undefined
  const { code, data } = error as unknown as { code: Failure['code']; data: Failure['facts'] }
  return { code, facts: data } as Failure
}
