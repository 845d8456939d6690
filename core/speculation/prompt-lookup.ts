/**
 * Prompt lookup: what came after the same few tokens the last time is what may come now.
 *
 *   … the cat sat on the mat . Then the cat        draft: sat on the mat . Then the cat …
 *         └─────┘ seen before       └─────┘ now
 *
 * It costs no model, and helps where an answer repeats what is in the conversation: code that is edited, quotes, tables.
 * Source: Apoorv Saxena, "Prompt Lookup Decoding", 2023 (github.com/apoorvumang/prompt-lookup-decoding).
 */

/** Lengths of the run of tokens that is looked for, the surest first. */
const runLengths = [3, 2]

/** At most `most` tokens that may come after `tokens`; empty where nothing like its end was there before. */
export function lookUpDraft(tokens: readonly number[], most: number): number[] {
  for (const length of most > 0 ? runLengths : []) {
    const from = lastOccurrence(tokens, length)
    if (from === null) continue
    const draft: number[] = []
    // A run that overlaps its own repetition goes on with what was drafted: `a b a b` drafts `a b a b …`.
    const tokenAt = (index: number) => tokens[index] ?? draft[index - tokens.length]
    while (draft.length < most) draft.push(tokenAt(from + draft.length) as number)
    return draft
  }
  return []
}

/** Index behind the newest earlier occurrence of the last `length` tokens; null: there is none. */
function lastOccurrence(tokens: readonly number[], length: number): number | null {
  const end = tokens.length
  for (let behind = end - 1; behind >= length; behind--) {
    let same = 0
    while (same < length && tokens[behind - 1 - same] === tokens[end - 1 - same]) same++
    if (same === length) return behind
  }
  return null
}
