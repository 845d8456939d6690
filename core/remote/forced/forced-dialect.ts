/**
 * How a server is asked for the distributions of the next token after given tokens. The requests name tokens, not text, so that two servers
 * continue exactly the same ones.
 */
import type { TextWindow } from '../../compare/text-windows'
import type { ForcedList, ListProblem } from './top-list'

export interface ForcedRequest {
  readonly path: string
  readonly body: object
  /** One list per target that this request is about, in order, or why the answer is no such lists. */
  readonly read: (answer: unknown) => readonly ForcedList[] | ListProblem
}

export interface ForcedDialect {
  /** The requests for all targets of a window, in their order. */
  readonly requests: (model: string, window: TextWindow, topK: number) => readonly ForcedRequest[]
  /** Whether the server gives a distribution only if the token that it generates is whole UTF-8. */
  readonly needsWholeTokens: boolean
}
