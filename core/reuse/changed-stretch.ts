/**
 * How many tokens of a prompt are really new where it begins to differ from what was processed before.
 *
 * A changed date is three tokens; the thousand behind it are the same as they were and have to be processed again all
 * the same, because every cell depends on all before it. The end of the change is the first place from which both go on
 * alike for `alikeTokens`.
 */

/** Fewer could be a coincidence: a comma and a space. */
const alikeTokens = 8
/** How far behind the first difference to look, on either side. */
const longestChange = 512

/** Tokens of `prompt` from `from` up to where it is like `held` again; null: within reach it is not. */
export function changedStretch(held: readonly number[], prompt: readonly number[], from: number): number | null {
  const heldStretches = new Set<string>()
  for (let at = from; at < Math.min(from + longestChange, held.length - alikeTokens + 1); at++) heldStretches.add(stretch(held, at))
  for (let at = from; at < Math.min(from + longestChange, prompt.length - alikeTokens + 1); at++)
    if (heldStretches.has(stretch(prompt, at))) return at - from
  return null
}

const stretch = (tokens: readonly number[], at: number): string => tokens.slice(at, at + alikeTokens).join(' ')
