/** An expected failure as an exception. */
import type { ErrorCode, ErrorFacts, Failure } from './errors'

export class CodedError extends Error {
  override readonly name = 'CodedError'
  constructor(readonly failure: Failure) {
    super(failure.code)
  }
}

export function coded<Code extends ErrorCode>(code: Code, facts: ErrorFacts<Code>): CodedError {
  return new CodedError({ code, facts } as Failure)
}

/** Returns undefined for a bug or a cancellation. */
export const failureOf = (error: unknown): Failure | undefined => (error instanceof CodedError ? error.failure : undefined)
