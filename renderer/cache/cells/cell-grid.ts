/** In a large cache, each square represents 2, 4, 8, … cells and has the color of most of them. */
import { mostOf } from '../../../core/cells/cell-spans'
import type { CacheFill, CacheSample, CellSpan } from '../../../core/contract/cache/cache'
import type { CellContent } from '../../../core/contract/cache/cell-contents'

/** A power of two, so that a row represents a round number of cells. */
export const gridColumns = 32
const mostRows = 16

export interface CellGrid {
  readonly cellsPerSquare: number
  readonly rows: number
  readonly squares: number
  readonly used: readonly UsedSquare[]
}

export interface UsedSquare {
  readonly firstPosition: number
  readonly lastPosition: number
  readonly holds: CellContent
  readonly isReused: boolean
  /** Share of its cells in use. Below 1 only in the last used square. */
  readonly share: number
}

export type SampledSpans = Pick<CacheSample, 'spans' | 'reusedTokens'>

export function cellGrid({ totalCells, usedCells, fromPosition }: CacheFill, sample: SampledSpans | undefined): CellGrid {
  let cellsPerSquare = 1
  while (totalCells > cellsPerSquare * gridColumns * mostRows) cellsPerSquare *= 2
  const squares = Math.ceil(totalCells / cellsPerSquare)
  const end = fromPosition + usedCells
  const used: UsedSquare[] = []
  let span = 0
  const spans: readonly CellSpan[] = sample?.spans ?? []
  for (let from = fromPosition; sample && from < end; from += cellsPerSquare) {
    const to = Math.min(end, from + cellsPerSquare)
    while (span < spans.length - 1 && (spans[span] as CellSpan).to <= from) span++
    used.push({
      firstPosition: from,
      lastPosition: to - 1,
      holds: mostOf(spans, span, from, to),
      isReused: (from + to) / 2 <= sample.reusedTokens,
      share: (to - from) / cellsPerSquare,
    })
  }
  return { cellsPerSquare, rows: Math.ceil(squares / gridColumns), squares, used }
}

/** As a share of the distance from one square to the next. */
const gap = 0.14

/** Returns one SVG path, with 1 unit per column and row. */
export function squaresPath(grid: CellGrid, isIn: (square: UsedSquare) => boolean): string {
  let path = ''
  for (const [index, square] of grid.used.entries()) if (isIn(square)) path += squarePath(index, square.share)
  return path
}

export function allSquaresPath(squares: number): string {
  let path = ''
  for (let index = 0; index < squares; index++) path += squarePath(index, 1)
  return path
}

function squarePath(index: number, share: number): string {
  const x = index % gridColumns
  const y = Math.floor(index / gridColumns)
  const side = 1 - gap
  const width = Math.max(0.2, share) * side
  return `M${x} ${y}h${width.toFixed(2)}v${side}h-${width.toFixed(2)}z`
}
