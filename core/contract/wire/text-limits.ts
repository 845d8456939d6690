/** UTF-16 code units. No zod: windows import this. */

export const messageCharacters = 4_000_000
export const systemPromptCharacters = 100_000
/** Delays the decoder by a few milliseconds at most. */
export const countedCharacters = 8192
/** Real ones have a few thousand. */
export const maxConfigCharacters = 1_000_000
