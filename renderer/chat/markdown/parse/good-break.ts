/** Breaks after a line, else a sentence, else a word, else at the limit. */

const sentenceEnd = /[.!?…]["'”’)\]]*\s+|[。！？]/g

/** Returns a position in (`start`, `end`], or `end` + 1 to keep a surrogate pair whole. Ignores breaks in the first half. */
export function goodBreak(text: string, start: number, end: number): number {
  if (end >= text.length) return text.length
  const floor = start + Math.floor((end - start) / 2)
  const line = text.lastIndexOf('\n', end - 1) + 1
  if (line > floor) return line
  const late = text.slice(floor, end)
  const sentence = [...late.matchAll(sentenceEnd)].at(-1)
  if (sentence) return floor + sentence.index + sentence[0].length
  const word = late.lastIndexOf(' ') + 1
  if (word > 0) return floor + word
  return isLowSurrogate(text.charCodeAt(end)) ? end + 1 : end
}

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff
