const mostCharacters = 60

/** The words that tell two answers apart, without what both begin and end with. Both whole answers if one of them has no such words. */
export function punchLine([left, right]: readonly [string, string]): [string, string] {
  const [one, other] = [wordsOf(left), wordsOf(right)]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start++
  let end = 0
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end++
  if (start + end === Math.min(one.length, other.length)) return [shortened(one), shortened(other)]
  const told = (words: readonly string[]) => shortened(words.slice(start, words.length - end))
  return [told(one), told(other)]
}

const wordsOf = (text: string): string[] => text.trim().split(/\s+/).filter(Boolean)

/** Without the mark at the end of a sentence. */
function shortened(words: readonly string[]): string {
  const text = words.join(' ').replace(/[.!?]$/, '')
  return text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters).trimEnd()}…`
}
