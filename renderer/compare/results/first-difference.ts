/** Two answers as what they share and where they part. */

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
  const first = tokens.findIndex(({ id }, at) => id !== reference[at]?.id)
  const sharedTokens = first >= 0 ? first : tokens.length
  const isSame = first < 0 && tokens.length === reference.length
  const text = (from: number, to?: number) =>
    tokens
      .slice(from, to)
      .map((token) => token.text)
      .join('')
  return {
    shared: text(0, sharedTokens),
    parting: isSame ? null : (tokens[sharedTokens]?.text ?? ''),
    rest: text(sharedTokens + 1),
    sharedTokens,
  }
}
