/** How long texts may be, in UTF-16 code units. Plain numbers, so that a window may have them too. */

/** A message. */
export const messageCharacters = 4_000_000
export const systemPromptCharacters = 100_000
/** A piece of text whose tokens are counted at once: the decoder waits for some milliseconds at most. */
export const countedCharacters = 8192
/** The longest config.json that is looked at; real ones have some thousand characters. */
export const maxConfigCharacters = 1_000_000
