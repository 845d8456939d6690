/** Errors of requests, sorted: what the user is told, and what is a bug. */
import { isDefinedError } from '@orpc/client'
import { failureOf } from '../../core/contract/coded-error'
import type { Failure } from '../../core/contract/errors'
import { type Sentence, sentenceOf } from '../../core/contract/sentences'

/** The sentence for an error that a request ended with. */
export function sentenceFor(error: unknown): Sentence {
  const failure = failureFrom(error)
  if (failure) return sentenceOf(failure)
  console.error(error)
  return { what: 'That did not work.', todo: 'Headroom may have been closed, or this is a mistake of ours; try again.' }
}

export function failureFrom(error: unknown): Failure | undefined {
  const own = failureOf(error)
  if (own) return own
  if (!(error instanceof Error) || !isDefinedError(error as never)) return undefined
  const { code, data } = error as unknown as { code: Failure['code']; data: Failure['facts'] }
  return { code, facts: data } as Failure
}
