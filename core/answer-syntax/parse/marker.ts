/** Where a marker has whitespace, a match may have up to 16 characters of any whitespace, or none. */

const mostSpaces = 16
const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character)

export interface Marker {
  /** Without whitespace. At least one word, unless the marker is empty. */
  readonly words: readonly string[]
}

export const markerOf = (text: string): Marker => ({ words: text.trim() === '' ? [] : text.trim().split(/\s+/) })

/** Where the match ends, or `partial` if the text ends inside a match. null: no match. */
export function matchAt(text: string, from: number, { words }: Marker): number | 'partial' | null {
  let at = from
  for (const [index, word] of words.entries()) {
    if (index > 0) at = afterSpaces(text, at)
    if (text.startsWith(word, at)) at += word.length
    else return word.startsWith(text.slice(at, at + word.length)) && text.length - at < word.length ? 'partial' : null
  }
  return at
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (at - from < mostSpaces && isSpace(text[at])) at++
  return at
}

interface Found<T> {
  readonly at: number
  /** null: the text ends with what may be the beginning of a marker. */
  readonly match: { readonly value: T; readonly to: number } | null
}

/** Finds the first of several markers; of those that begin at the same place, the longest. */
export class MarkerSet<T> {
  private readonly markers: readonly { readonly marker: Marker; readonly value: T }[]
  private readonly firsts: ReadonlySet<string>

  constructor(markers: readonly (readonly [text: string, value: T])[]) {
    this.markers = markers
      .map(([text, value]) => ({ marker: markerOf(text), value }))
      .filter(({ marker }) => marker.words.length > 0)
      .sort((one, other) => lengthOf(other.marker) - lengthOf(one.marker))
    this.firsts = new Set(this.markers.map(({ marker }) => marker.words[0]?.[0] ?? ''))
  }

  /** `final`: no more text follows, so the beginning of a marker does not count. */
  at(text: string, at: number, final: boolean): Found<T> | null {
    if (!this.firsts.has(text[at] ?? '')) return null
    for (const { marker, value } of this.markers) {
      const to = matchAt(text, at, marker)
      if (typeof to === 'number') return { at, match: { value, to } }
      if (to === 'partial' && !final) return { at, match: null }
    }
    return null
  }

  find(text: string, from: number, final: boolean): Found<T> | null {
    for (let at = from; at < text.length; at++) {
      const found = this.at(text, at, final)
      if (found) return found
    }
    return null
  }
}

const lengthOf = ({ words }: Marker): number => words.join(' ').length
