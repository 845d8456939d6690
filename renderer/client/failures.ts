/** Errors of requests, sorted: what the user is told, and what is a bug. */
import { type Sentence, sentenceOf } from '../../core/contract/errors/sentences'
import { failureIn } from '../../core/contract/errors/wire-errors'

/** The sentence for an error that a request ended with. */
export function sentenceFor(error: unknown): Sentence {
  const failure = failureIn(error)
  if (failure) return sentenceOf(failure)
  console.error(error)
  return { what: 'That did not work.', todo: 'Headroom may have been closed, or this is a mistake of ours; try again.' }
}
