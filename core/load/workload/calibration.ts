/** How a prompt of a wanted length is made. */
export interface Calibration {
  /** `tokenizer`: the server counts each text. `usage`: from the prompt tokens of two answers. `words`: a word counts as a token. */
  readonly by: 'tokenizer' | 'usage' | 'words'
  readonly tokensPerWord: number
  /** Tokens that the chat template adds. null if unknown. */
  readonly templateTokens: number | null
}

export const countedInWords: Calibration = { by: 'words', tokensPerWord: 1, templateTokens: null }

export interface CountedPrompt {
  readonly words: number
  readonly promptTokens: number
}

/** The line through two prompts. Returns null if they cannot be such counts. */
export function calibrationFrom(shorter: CountedPrompt, longer: CountedPrompt): Calibration | null {
  const tokensPerWord = (longer.promptTokens - shorter.promptTokens) / (longer.words - shorter.words)
  if (!(tokensPerWord > 0) || !Number.isFinite(tokensPerWord)) return null
  return { by: 'usage', tokensPerWord, templateTokens: Math.max(0, Math.round(shorter.promptTokens - shorter.words * tokensPerWord)) }
}
