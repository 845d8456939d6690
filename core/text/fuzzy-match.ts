/** Lower case without accents, so that `uber` finds `Über`. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')

/** More than scattered letters, less than letters that are together. */
const otherWordScore = 1.25

/**
 * Returns how well a text matches what a person typed: 0 to 3 for each word, and higher is better. undefined if a word does not match at all.
 * A word matches if its letters appear in the text in this order and the first of them starts a word, or if it begins one of the `otherWords`.
 */
export function fuzzyScore(text: string, typed: string, otherWords = ''): number | undefined {
  const inText = folded(text)
  const others = folded(otherWords).split(' ')
  let score = 0
  for (const word of folded(typed).split(/\s+/).filter(Boolean)) {
    const inName = wordScore(inText, word)
    const found = others.some((other) => other.startsWith(word)) ? Math.max(inName ?? 0, otherWordScore) : inName
    if (found === undefined) return undefined
    score += found
  }
  return score
}

function wordScore(text: string, word: string): number | undefined {
  let isInside = false
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) return 3 - at / (text.length + 1)
    isInside = true
  }
  if (isInside) return 1.5
  return lettersScore(text, word)
}

/** At most 1, less for letters that are further apart. */
function lettersScore(text: string, word: string): number | undefined {
  let best: number | undefined
  for (let start = 0; start < text.length; start++) {
    if (text[start] !== word[0] || !isWordStart(text, start)) continue
    let at = start
    let isFound = true
    for (const letter of word.slice(1)) {
      at = text.indexOf(letter, at + 1)
      isFound = at >= 0
      if (!isFound) break
    }
    if (isFound) best = Math.max(best ?? 0, word.length / (at - start + 1))
  }
  return best
}

/** Best matches first; equally good ones keep their order. Without typed text, all items. */
export function fuzzyFind<T>(
  items: readonly T[],
  typed: string,
  textOf: (item: T) => string,
  otherWordsOf: (item: T) => string | undefined = () => undefined,
): readonly T[] {
  if (typed.trim() === '') return items
  return items
    .flatMap((item) => {
      const score = fuzzyScore(textOf(item), typed, otherWordsOf(item))
      return score === undefined ? [] : [{ item, score }]
    })
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}
