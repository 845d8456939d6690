import type { ErrorCode, ErrorFacts, NestedFailure } from '../../contract/errors/errors'

export interface Sentence {
  readonly what: string
  /** The step that the user can take next. */
  readonly todo: string
}

/** `describe` turns a nested failure into a sentence. */
export type Writers = { readonly [Code in ErrorCode]: (facts: ErrorFacts<Code>, describe: (failure: NestedFailure) => string) => Sentence }

export const say = (what: string, todo: string): Sentence => ({ what, todo })
