/**
 * Prompt lookup: drafts the tokens that followed the same few tokens earlier.
 *
 *   … the cat sat on the mat . Then the cat        draft: sat on the mat . Then the cat …
 *         └─────┘ seen before       └─────┘ now
 *
 * It needs no model and helps if an answer repeats the conversation: edited code, quotes, tables.
 * Source: Apoorv Saxena, "Prompt Lookup Decoding", 2023 (github.com/apoorvumang/prompt-lookup-decoding).
 */

/** Lengths of the run to search for, most reliable first. */
const runLengths = [3, 2]

/** Returns at most `most` tokens that may follow `tokens`; empty if their end did not occur earlier. */
export function lookUpDraft(tokens: readonly number[], most: number): number[] {
  for (const length of most > 0 ? runLengths : []) {
    const from = lastOccurrence(tokens, length)
    if (from === null) continue
    const draft: number[] = []
    // A run that overlaps its repetition continues with the draft itself: `a b a b` drafts `a b a b …`.
    const tokenAt = (index: number) => tokens[index] ?? draft[index - tokens.length]
    while (draft.length < most) draft.push(tokenAt(from + draft.length) as number)
    return draft
  }
  return []
}

/** Index after the newest earlier occurrence of the last `length` tokens; null: none. */
function lastOccurrence(tokens: readonly number[], length: number): number | null {
  const end = tokens.length
  for (let behind = end - 1; behind >= length; behind--) {
    let same = 0
    while (same < length && tokens[behind - 1 - same] === tokens[end - 1 - same]) same++
    if (same === length) return behind
  }
  return null
}
