/** The file says something that llama.cpp refuses, or that no real model says. */
export class Malformed extends Error {
  constructor(
    /** Completes the sentence "the file is damaged: ...". */
    readonly detail: string,
    /** File offset near which it stands. */
    readonly offset: number,
  ) {
    super(detail)
  }
}

/** Characters that would break a line or reorder the text around them. */
const disturbing = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Text out of a file, made fit for a sentence on the screen: one line, at most `characters` long. */
export function legible(text: string, characters = 64): string {
  // A code point takes at most two units: what lies behind cannot be among the first `characters`.
  const points = Array.from(text.slice(0, 2 * characters + 2))
  const clipped = points.length > characters ? `${points.slice(0, characters).join('')}…` : text
  return clipped.replace(disturbing, '?')
}

/** A count out of a file; `ByteWindow.length` gives Infinity for what a double cannot hold. */
export const countText = (count: number): string => (Number.isFinite(count) ? String(count) : 'more than 2^53')
