/** What a sentence about a failure is made of. */
import type { ErrorCode, ErrorFacts } from './errors'

export interface Sentence {
  /** What happened, with its numbers. */
  readonly what: string
  /** What the user can do now. */
  readonly todo: string
}

/** One for every code. */
export type Writers = { readonly [Code in ErrorCode]: (facts: ErrorFacts<Code>) => Sentence }

export const say = (what: string, todo: string): Sentence => ({ what, todo })
