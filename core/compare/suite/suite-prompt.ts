export interface SuitePrompt {
  /** Also the name of the prompt in results. */
  readonly text: string
  /** True if `earlierTurns` come first: errors of a quantized cache add up over many cells. */
  readonly isLate: boolean
}
