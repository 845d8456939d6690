const charactersPerStrangeOne = 100

/** Returns the index of the first NUL or, without a NUL, of the first other binary character. Returns null for plain text. */
export function binaryAt(text: string): number | null {
  const nul = text.indexOf('\0')
  if (nul >= 0) return nul
  let strange = 0
  let first: number | null = null
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters.
  for (const { index } of text.matchAll(/[\u0001-\u0008\u000e-\u001f\u007f\ufffd]/g)) {
    first ??= index
    strange++
  }
  return strange * charactersPerStrangeOne > text.length ? first : null
}
