/** A policy may compress the context before it sees the question. */
export interface TaskPrompt {
  readonly context: string
  readonly question: string
  readonly expected: readonly string[]
}

export interface PromptSource {
  readonly random: () => number
  readonly tokensOf: (text: string) => number
  /** Length of the whole prompt in the chat template. */
  readonly promptTokens: number
}

/** In needle prompts, `index` varies the depth of the fact. */
export type MakePrompt = (source: PromptSource, index: number) => TaskPrompt

/** Length of the chat template around a prompt. */
export const templateTokens = 12
