/**
 * Counts the tokens of a prompt that are new, from its first difference to the held tokens.
 * A changed date is three tokens. The thousand after it are the same, but must be processed again because every cell depends on all before
 * it. The change ends at the first place from which both continue equally for `alikeTokens`.
 */

/** Fewer could be a coincidence, such as a comma and a space. */
const alikeTokens = 8
/** How far after the first difference to search, on either side. */
const longestChange = 512

/** Number of tokens in `prompt` from `from` until it equals `held` again; null: it does not within `longestChange`. */
export function changedStretch(held: readonly number[], prompt: readonly number[], from: number): number | null {
  const heldStretches = new Set<string>()
  for (let at = from; at < Math.min(from + longestChange, held.length - alikeTokens + 1); at++) heldStretches.add(stretch(held, at))
  for (let at = from; at < Math.min(from + longestChange, prompt.length - alikeTokens + 1); at++)
    if (heldStretches.has(stretch(prompt, at))) return at - from
  return null
}

const stretch = (tokens: readonly number[], at: number): string => tokens.slice(at, at + alikeTokens).join(' ')
