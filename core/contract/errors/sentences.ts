/** The sentence for every failure, used by the window, the command line and the log. */

import { appSentences } from './app-sentences'
import { compareSentences } from './compare-sentences'
import { engineSentences } from './engine-sentences'
import type { Failure } from './errors'
import { librarySentences } from './library-sentences'
import { modelSentences } from './model-sentences'
import type { Sentence, Writers } from './say'
import { storeSentences } from './store-sentences'

export type { Sentence } from './say'

const writers: Writers = {
  ...modelSentences,
  ...librarySentences,
  ...engineSentences,
  ...storeSentences,
  ...compareSentences,
  ...appSentences,
}

export function sentenceOf(failure: Failure): Sentence {
  const write = writers[failure.code] as (facts: Failure['facts']) => Sentence
  return write(failure.facts)
}

export function describeFailure(failure: Failure): string {
  const { what, todo } = sentenceOf(failure)
  return `${what} ${todo}`
}
