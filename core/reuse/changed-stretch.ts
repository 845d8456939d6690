/**
 * A changed date is three tokens. The thousand after it are the same, but must be processed again because every cell depends on all before
 * it. The change ends where both continue equally for `alikeTokens`.
 */

/** Fewer could be a coincidence, such as a comma and a space. */
const alikeTokens = 8
/** Searched on either side. */
const longestChange = 512

/** Until `prompt` equals `held` again; null: not within `longestChange`. */
export function changedStretch(held: readonly number[], prompt: readonly number[], from: number): number | null {
  const heldStretches = new Set<string>()
  for (let at = from; at < Math.min(from + longestChange, held.length - alikeTokens + 1); at++) heldStretches.add(stretch(held, at))
  for (let at = from; at < Math.min(from + longestChange, prompt.length - alikeTokens + 1); at++)
    if (heldStretches.has(stretch(prompt, at))) return at - from
  return null
}

const stretch = (tokens: readonly number[], at: number): string => tokens.slice(at, at + alikeTokens).join(' ')
