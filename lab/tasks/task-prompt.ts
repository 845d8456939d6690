/** A prompt in two parts: a context that a cache may compress, and a question that it may not have seen. */
export interface TaskPrompt {
  readonly context: string
  readonly question: string
  /** What the answer has to name. */
  readonly expected: readonly string[]
}

export interface PromptSource {
  readonly random: () => number
  readonly tokensOf: (text: string) => number
  /** Of the whole prompt, in the chat template. */
  readonly promptTokens: number
}

/** `index` spreads what is hidden over the context. */
export type MakePrompt = (source: PromptSource, index: number) => TaskPrompt

/** Of the chat template around a prompt. */
export const templateTokens = 12
