/** An expected failure on its way up the stack; at the edge of a process it becomes data again. */
import type { ErrorCode, ErrorFacts, Failure } from './errors'
import { sentenceOf } from './sentences'

export class CodedError extends Error {
  override readonly name = 'CodedError'
  constructor(readonly failure: Failure) {
    super(`${failure.code}: ${sentenceOf(failure).what}`)
  }
}

export function coded<Code extends ErrorCode>(code: Code, facts: ErrorFacts<Code>): CodedError {
  return new CodedError({ code, facts } as Failure)
}

/** The failure that an error carries, or undefined for a bug or a cancellation. */
export const failureOf = (error: unknown): Failure | undefined => (error instanceof CodedError ? error.failure : undefined)
