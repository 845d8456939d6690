/** Two answers as what they share and where they part. */
import { firstDifference } from '../../../core/compare/first-difference'

export interface AnswerToken {
  readonly id: number
  readonly text: string
}
export interface PartedAnswer {
  /** Tokens that both have, from the beginning. */
  readonly shared: string
  /** The first token that differs; null: none. '' where the answer ended and the other went on. */
  readonly parting: string | null
  readonly rest: string
  /** How many tokens are shared. */
  readonly sharedTokens: number
}

export function partedAnswer(tokens: readonly AnswerToken[], reference: readonly AnswerToken[]): PartedAnswer {
  const first = firstDifference(
    tokens.map(({ id }) => id),
    reference.map(({ id }) => id),
  )
  const sharedTokens = first ?? tokens.length
  const text = (from: number, to?: number) =>
    tokens
      .slice(from, to)
      .map((token) => token.text)
      .join('')
  return {
    shared: text(0, sharedTokens),
    parting: first === null ? null : (tokens[sharedTokens]?.text ?? ''),
    rest: text(sharedTokens + 1),
    sharedTokens,
  }
}
