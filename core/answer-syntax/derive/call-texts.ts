/** Answers with calls as the template writes them, from the end of the answer's header or text on. */
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
