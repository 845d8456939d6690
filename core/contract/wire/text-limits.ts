/** In UTF-16 code units. */

export const messageCharacters = 4_000_000
export const systemPromptCharacters = 100_000
/** Counting the tokens of this many characters delays the decoder by a few milliseconds. */
export const countedCharacters = 8192
export const maxConfigCharacters = 1_000_000
export const presetFileCharacters = 1_000_000

/** Tokens of a sequence per request. Detokenizing blocks the decoder's thread. */
export const heldTokensAtOnce = 1024
