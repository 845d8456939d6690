/** Finds the words of a rendered message in its source, and the tokens of a word. */

export interface TextRange {
  readonly from: number
  readonly to: number
}
export interface Word extends TextRange {
  readonly text: string
}

/** Runs of letters and digits, and each other character that is not white space. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu)].map(({ 0: word, index }) => ({
    text: word,
    from: index,
    to: index + word.length,
  }))

/** How far a piece may be from the end of the previous one: parts of a character have no text of their own. */
const mostSkipped = 8

/** Where the text of each token is. undefined for a token that the text does not have, such as one of the template. */
export function piecesIn(text: string, pieces: readonly string[]): (TextRange | undefined)[] {
  let cursor = 0
  return pieces.map((piece) => {
    if (piece === '' || cursor >= text.length) return undefined
    if (piece.includes('\ufffd')) return { from: cursor, to: cursor + 1 }
    // The first token of a message can have a space that the tokenizer added.
    for (const part of [piece, piece.trimStart()]) {
      const at = part === '' ? -1 : text.slice(cursor, cursor + mostSkipped + part.length).indexOf(part)
      if (at < 0) continue
      const from = cursor + at
      cursor = from + part.length
      return { from, to: cursor }
    }
    return undefined
  })
}

/** Indexes of the pieces that overlap a range. */
export const overlapping = (places: readonly (TextRange | undefined)[], { from, to }: TextRange): number[] =>
  places.flatMap((place, index) => (place && place.from < to && place.to > from ? [index] : []))

const anchorWords = 3
const mostExtra = 12

/**
 * For each shown word, the index of the same word in the source, or -1. The source also has markup and folded parts, and what is shown can
 * have a few words of its own, such as the label of a code block.
 */
export function alignWords(source: readonly string[], shown: readonly string[]): number[] {
  const found = shown.map(() => -1)
  const sourceWords = indexesOfWords(source)
  const shownWords = indexesOfWords(shown)
  const places = alignSame(
    sourceWords.map((at) => source[at] as string),
    shownWords.map((at) => shown[at] as string),
  )
  for (const [at, place] of places.entries()) if (place >= 0) found[shownWords[at] as number] = sourceWords[place] as number
  // A mark is between the same two words in both texts.
  let next = 0
  for (const [at, mark] of shown.entries()) {
    const place = found[at] as number
    if (place >= 0) {
      next = place + 1
      continue
    }
    if (isWord(mark)) continue
    const end = found.slice(at, at + mostExtra).find((other) => other >= 0) ?? source.length
    const here = source.slice(next, Math.min(end, next + mostExtra)).indexOf(mark)
    if (here < 0) continue
    found[at] = next + here
    next += here + 1
  }
  return found
}

const isWord = (word: string): boolean => /[\p{L}\p{N}]/u.test(word)
const indexesOfWords = (words: readonly string[]): number[] => words.flatMap((word, at) => (isWord(word) ? [at] : []))
const anchorAt = (words: readonly string[], at: number): string => words.slice(at, at + anchorWords).join(' ')

function alignSame(source: readonly string[], shown: readonly string[]): number[] {
  const places = new Map<string, number[]>()
  for (let at = source.length - 1; at >= 0; at--) {
    const anchor = anchorAt(source, at)
    const found = places.get(anchor)
    if (found) found.push(at)
    else places.set(anchor, [at])
  }
  const found = shown.map(() => -1)
  let at = 0
  for (let word = 0; word < shown.length; word++) {
    if (source[at] !== shown[word]) {
      const next = nextAnchor(places, shown, word, at)
      if (!next) continue
      word = next.word
      at = next.at
    }
    found[word] = at
    at++
  }
  return found
}

function nextAnchor(
  places: ReadonlyMap<string, readonly number[]>,
  shown: readonly string[],
  from: number,
  at: number,
): { readonly word: number; readonly at: number } | undefined {
  for (let word = from; word < Math.min(shown.length, from + mostExtra); word++) {
    // Listed from the last to the first.
    const next = places.get(anchorAt(shown, word))?.findLast((place) => place >= at)
    if (next !== undefined) return { word, at: next }
  }
  return undefined
}
