/** Coded failures on their way through oRPC: out as the contract's typed errors, in as failures again. */
import { isDefinedError, ORPCError } from '@orpc/client'
import { failureOf } from './coded-error'
import type { Failure } from './errors'

/** Runs a handler's work; an expected failure becomes the contract's error, anything else stays a bug. */
export async function withCodes<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const failure = failureIn(error)
    if (failure) throw new ORPCError(failure.code, { data: failure.facts })
    throw error
  }
}

/** The coded failure in an error, thrown here or come over the wire; undefined: a lost connection, a cancellation, or a bug. */
export const failureIn = (error: unknown): Failure | undefined => failureOf(error) ?? failureFromWire(error)

function failureFromWire(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || !isDefinedError(error as never)) return undefined
  const { code, data } = error as unknown as { code: Failure['code']; data: Failure['facts'] }
  return { code, facts: data } as Failure
}
