import type { ErrorCode, ErrorFacts, NestedFailure } from '../../contract/errors/errors'

export interface Sentence {
  readonly what: string
  /** The step that the user can take next. */
  readonly todo: string
}

/** `describe` makes a sentence of a failure that is one of the facts. */
export type Writers = { readonly [Code in ErrorCode]: (facts: ErrorFacts<Code>, describe: (failure: NestedFailure) => string) => Sentence }

export const say = (what: string, todo: string): Sentence => ({ what, todo })
