import { firstDifference } from '../../../core/compare/first-difference'

export interface AnswerToken {
  readonly id: number
  readonly text: string
}
export interface PartedAnswer {
  readonly shared: string
  /** The first different token. null if the answers are equal. '' if only the other answer continues. */
  readonly parting: string | null
  readonly rest: string
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
