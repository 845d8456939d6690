import { failureIn } from '../../core/contract/errors/wire-errors'
import { copy } from '../../core/copy/copy'
import { type Sentence, sentenceOf } from '../../core/copy/failures'

export function sentenceFor(error: unknown): Sentence {
  const failure = failureIn(error)
  if (failure) return sentenceOf(failure)
  console.error(error)
  return copy.ui.unexpected
}
