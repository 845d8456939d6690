/** Maximum lengths of texts, in UTF-16 code units. No zod, so that windows can import them. */

export const messageCharacters = 4_000_000
export const systemPromptCharacters = 100_000
/** A piece of text whose tokens are counted at once. It delays the decoder by a few milliseconds at most. */
export const countedCharacters = 8192
/** Real ones have a few thousand characters. */
export const maxConfigCharacters = 1_000_000
