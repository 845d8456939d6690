/**
 * Gaps are ranges of a conversation's text that were dropped from the context. They are in order and do not overlap.
 *
 *   text   0123456789      positions of the whole conversation
 *   gaps     [2,5)
 *   cells  01   56789      positions 0 to 6 in the cache
 */
import { pushSpan } from '../cells/cell-spans'
import type { CellGap, CellSpan } from '../contract/cache/cache'

export interface Gap {
  readonly from: number
  readonly to: number
}

export const gapTokens = (gaps: readonly Gap[]): number => gaps.reduce((sum, { from, to }) => sum + to - from, 0)

export function joinGaps(gaps: readonly Gap[]): Gap[] {
  const joined: Gap[] = []
  for (const { from, to } of [...gaps].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (to <= from) continue
    if (last && from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, to) }
    else joined.push({ from, to })
  }
  return joined
}

/** Number of cells before a position. */
export const cellOf = (gaps: readonly Gap[], position: number): number =>
  position - gaps.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, position) - from), 0)

/** The first cell after a gap has the position at the gap's end. */
export const positionOf = (gaps: readonly Gap[], cells: number): number =>
  gaps.reduce((position, { from, to }) => (from <= position ? position + to - from : position), cells)

export const withoutGaps = <T>(items: readonly T[], gaps: readonly Gap[]): T[] => {
  const left: T[] = []
  let at = 0
  for (const { from, to } of gaps) {
    for (; at < Math.min(from, items.length); at++) left.push(items[at] as T)
    at = Math.max(at, to)
  }
  for (; at < items.length; at++) left.push(items[at] as T)
  return left
}

export function spansOfCells(spans: readonly CellSpan[], gaps: readonly Gap[]): CellSpan[] {
  const cells: CellSpan[] = []
  for (const span of spans) pushSpan(cells, span, cellOf(gaps, span.to) - cellOf(gaps, span.from))
  return cells
}

export const gapsOfCells = (gaps: readonly Gap[]): CellGap[] => gaps.map(({ from, to }) => ({ at: cellOf(gaps, from), tokens: to - from }))

export function newGaps(before: readonly Gap[], gaps: readonly Gap[]): Gap[] {
  const added: Gap[] = []
  for (const { from, to } of gaps) {
    let at = from
    for (const old of before) {
      if (old.to <= at || old.from >= to) continue
      if (old.from > at) added.push({ from: at, to: old.from })
      at = Math.max(at, old.to)
    }
    if (at < to) added.push({ from: at, to })
  }
  return added
}
