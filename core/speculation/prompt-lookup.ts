/**
 * Drafts the tokens that followed the same few tokens earlier.
 *
 *   … the cat sat on the mat . Then the cat        draft: sat on the mat . Then the cat …
 *         └─────┘ seen before       └─────┘ now
 *
 * Source: Apoorv Saxena, "Prompt Lookup Decoding", 2023 (github.com/apoorvumang/prompt-lookup-decoding).
 */

const runLengths = [3, 2]

export function lookUpDraft(tokens: readonly number[], most: number): number[] {
  for (const length of most > 0 ? runLengths : []) {
    const from = lastOccurrence(tokens, length)
    if (from === null) continue
    const draft: number[] = []
    // The match may overlap the end, so `a b a b` drafts `a b a b …`.
    const tokenAt = (index: number) => tokens[index] ?? draft[index - tokens.length]
    while (draft.length < most) draft.push(tokenAt(from + draft.length) as number)
    return draft
  }
  return []
}

function lastOccurrence(tokens: readonly number[], length: number): number | null {
  const end = tokens.length
  for (let behind = end - 1; behind >= length; behind--) {
    let same = 0
    while (same < length && tokens[behind - 1 - same] === tokens[end - 1 - same]) same++
    if (same === length) return behind
  }
  return null
}
