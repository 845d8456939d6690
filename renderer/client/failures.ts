import type { Failure } from '../../core/contract/errors/errors'
import { failureIn } from '../../core/contract/errors/wire-errors'
import { copy } from '../../core/copy/copy'
import { type Sentence, sentenceOf } from '../../core/copy/failures'

/** Stores keep failures instead of sentences, which depend on the language. `unexpected` stands for an error without a code. */
export type ShownFailure = Failure | 'unexpected'

export function shownFailure(error: unknown): ShownFailure {
  const failure = failureIn(error)
  if (!failure) console.error(error)
  return failure ?? 'unexpected'
}

export const shownSentence = (failure: ShownFailure): Sentence => (failure === 'unexpected' ? copy.ui.unexpected : sentenceOf(failure))
