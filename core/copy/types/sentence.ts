import type { ErrorCode, ErrorFacts } from '../../contract/errors/errors'

export interface Sentence {
  readonly what: string
  /** What the user can do next. */
  readonly todo: string
}

export type Writers = { readonly [Code in ErrorCode]: (facts: ErrorFacts<Code>) => Sentence }

export const say = (what: string, todo: string): Sentence => ({ what, todo })
