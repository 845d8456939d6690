import type { Failure, NestedFailure } from '../contract/errors/errors'
import { copy } from './copy'
import type { Sentence } from './types/sentence'

export type { Sentence } from './types/sentence'

export function sentenceOf(failure: Failure): Sentence {
  const write = copy.errors[failure.code] as (facts: Failure['facts'], describe: (failure: NestedFailure) => string) => Sentence
  return write(failure.facts, (nested) => describeFailure(nested as Failure))
}

export function describeFailure(failure: Failure): string {
  const { what, todo } = sentenceOf(failure)
  return `${what} ${todo}`
}
