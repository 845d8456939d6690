/** Bytes that are no text show up as NULs, as control characters, or as the sign that stands for bytes that are no UTF-8. */

/** Of so many characters one may be strange: a text with a few broken letters is still one. */
const charactersPerStrangeOne = 100

/** Where a text shows that it is none: the index of its first strange character. null: it is a text. */
export function binaryAt(text: string): number | null {
  const nul = text.indexOf('\0')
  if (nul >= 0) return nul
  let strange = 0
  let first: number | null = null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  for (const { index } of text.matchAll(/[\u0001-\u0008\u000e-\u001f\u007f\ufffd]/g)) {
    first ??= index
    strange++
  }
  return strange * charactersPerStrangeOne > text.length ? first : null
}
