/** Texts of answers with calls, from the end of the header on. */
export interface CallTexts {
  readonly one: string
  /** null: the template writes one call only. */
  readonly two: string | null
  /** A call with two arguments, and one whose argument is the number 17. */
  readonly twoArguments: string | null
  readonly number: string | null
  /** What follows the text of an answer without calls. */
  readonly end: string
}
