import type { GgufFlaw } from '../contract/errors/gguf-reasons'

export class Malformed extends Error {
  constructor(
    readonly flaw: GgufFlaw,
    /** Approximate. */
    readonly offset: number,
  ) {
    super(flaw.kind)
  }
}

/** Control characters, line separators and bidirectional marks. */
const disturbing = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** Returns one line. A text of more than `characters` code points is cut off and ends in `…`. */
export function legible(text: string, characters = 64): string {
  const points = Array.from(text.slice(0, 2 * characters + 2))
  const clipped = points.length > characters ? `${points.slice(0, characters).join('')}…` : text
  return clipped.replace(disturbing, '?')
}

export const largeCount = (count: number): number | null => (Number.isFinite(count) ? count : null)
