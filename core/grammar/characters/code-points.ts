/** Sets of code points as sorted ranges that do not touch. */

export type CodeRange = readonly [first: number, last: number]
export type CodePoints = readonly CodeRange[]

export const lastCodePoint = 0x10ffff
/** Text in UTF-8 has no surrogates. */
export const everyCodePoint: CodePoints = [
  [0, 0xd7ff],
  [0xe000, lastCodePoint],
]

export function union(...sets: readonly CodePoints[]): CodePoints {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = joined.at(-1)
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last)
    else joined.push([first, last])
  }
  return joined
}

export function without(from: CodePoints, removed: CodePoints): CodePoints {
  let left: CodeRange[] = [...from]
  for (const [first, last] of removed)
    left = left.flatMap(([start, end]): CodeRange[] => {
      if (last < start || first > end) return [[start, end]]
      const rest: CodeRange[] = []
      if (start < first) rest.push([start, first - 1])
      if (end > last) rest.push([last + 1, end])
      return rest
    })
  return left
}

export const overlap = (a: CodePoints, b: CodePoints): CodePoints =>
  a.flatMap(([first, last]) =>
    b.flatMap(([from, to]): CodeRange[] => (first > to || last < from ? [] : [[Math.max(first, from), Math.min(last, to)]])),
  )

export const holds = (set: CodePoints, code: number): boolean => set.some(([first, last]) => code >= first && code <= last)

export const codePointsOf = (text: string): CodePoints => union(...Array.from(text, (one): CodePoints => [[codeOf(one), codeOf(one)]]))

export const codeOf = (character: string): number => character.codePointAt(0) as number
