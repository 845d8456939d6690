/** Answers with calls, as the template writes them. Each begins after the answer's text or, if it has none, after its header. */
export interface CallTexts {
  readonly one: string
  /** null if the template writes only one call. */
  readonly two: string | null
  /** One call with two arguments. */
  readonly twoArguments: string | null
  /** One call whose argument is the number 17. */
  readonly number: string | null
  /** What follows the text of an answer without calls. */
  readonly end: string
}
