/**
 * The sentence for every failure: what happened, and what to do about it.
 * The window, the command line and the log all take their words from here.
 */
import type { Failure } from './errors'
import { appSentences } from './sentences/app-sentences'
import { benchSentences } from './sentences/bench-sentences'
import { engineSentences } from './sentences/engine-sentences'
import { librarySentences } from './sentences/library-sentences'
import { modelSentences } from './sentences/model-sentences'
import type { Sentence, Writers } from './sentences/say'
import { storeSentences } from './sentences/store-sentences'

export type { Sentence } from './sentences/say'

const writers: Writers = {
  ...modelSentences,
  ...librarySentences,
  ...engineSentences,
  ...storeSentences,
  ...benchSentences,
  ...appSentences,
}

export function sentenceOf(failure: Failure): Sentence {
  const write = writers[failure.code] as (facts: Failure['facts']) => Sentence
  return write(failure.facts)
}

/** Both halves as one text. */
export function describeFailure(failure: Failure): string {
  const { what, todo } = sentenceOf(failure)
  return `${what} ${todo}`
}
