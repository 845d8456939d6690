/** Returns page numbers from 1, in order and without repetitions. undefined if the text is not a list of existing pages. '' means all pages. */
export function pagesIn(text: string, pages: number): number[] | undefined {
  if (text.trim() === '') return Array.from({ length: pages }, (_, index) => index + 1)
  const chosen = new Set<number>()
  for (const range of text.split(',')) {
    const match = /^\s*(\d{1,6})\s*(?:[-–]\s*(\d{1,6})\s*)?$/.exec(range)
    if (!match) return undefined
    const first = Number(match[1])
    const last = Number(match[2] ?? match[1])
    if (first < 1 || last < first || last > pages) return undefined
    for (let page = first; page <= last; page++) chosen.add(page)
  }
  return [...chosen].sort((a, b) => a - b)
}

/** For example `1-3, 7`. */
export function pagesText(pages: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const page of pages) {
    const range = ranges.at(-1)
    if (range && page === range[1] + 1) range[1] = page
    else ranges.push([page, page])
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')
}
