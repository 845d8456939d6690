/** Fewer equal tokens could be a coincidence, such as a comma and a space. */
const alikeTokens = 8
const longestChange = 512

/**
 * Counts the prompt's tokens from `from` to where `alikeTokens` tokens are equal again. Returns null if that is farther than
 * `longestChange`.
 */
export function changedStretch(held: readonly number[], prompt: readonly number[], from: number): number | null {
  const heldStretches = new Set<string>()
  for (let at = from; at < Math.min(from + longestChange, held.length - alikeTokens + 1); at++) heldStretches.add(stretch(held, at))
  for (let at = from; at < Math.min(from + longestChange, prompt.length - alikeTokens + 1); at++)
    if (heldStretches.has(stretch(prompt, at))) return at - from
  return null
}

const stretch = (tokens: readonly number[], at: number): string => tokens.slice(at, at + alikeTokens).join(' ')
