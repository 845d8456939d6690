import { failureIn } from '../../core/contract/errors/wire-errors'
import { type Sentence, sentenceOf } from '../../core/copy/failures'

export function sentenceFor(error: unknown): Sentence {
  const failure = failureIn(error)
  if (failure) return sentenceOf(failure)
  console.error(error)
  return { what: 'That did not work.', todo: 'Headroom may have been closed, or this is a mistake of ours; try again.' }
}
