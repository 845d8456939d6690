import { type KeyboardEvent, memo, type PointerEvent, useEffect, useId, useMemo, useState } from 'react'
import type { CacheFill } from '../../../core/contract/cache/cache'
import { copy } from '../../../core/copy/copy'
import { allSquaresPath, type CellGrid, cellGrid, gridColumns, type SampledSpans, squaresPath } from './cell-grid'
import { cellColors, cellKindOrder } from './cell-kinds'

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowDown: (at, last) => Math.min(last, at + gridColumns),
  ArrowUp: (at) => Math.max(0, at - gridColumns),
  Home: () => 0,
  End: (_, last) => last,
}

export interface CellMapProps {
  readonly name: string
  readonly fill: CacheFill
  readonly sample: SampledSpans | undefined
  /** The next token attends to no earlier position. */
  readonly attendedFrom?: number
  /** Positions of the tokens of a word that is lit in the conversation. */
  readonly lit?: readonly number[] | undefined
  /** From a position up to another one. undefined while the pointer is on no cell in use. Called again if the cells under it change. */
  readonly onPoint?: (range: PositionRange | undefined) => void
  readonly onGo?: (range: PositionRange) => void
}

export interface PositionRange {
  readonly from: number
  readonly to: number
}

export function CellMap({ name, fill, sample, attendedFrom = 0, lit = [], onPoint, onGo }: CellMapProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const [hasFocus, setHasFocus] = useState(false)
  const grid = useMemo(() => cellGrid(fill, sample), [fill, sample])
  const last = grid.squares - 1
  const shown = pointed ?? (hasFocus ? Math.min(at, last) : null)
  const range = useMemo(() => rangeOf(grid, pointed), [grid, pointed])
  useEffect(() => {
    if (range) onPoint?.(range)
  }, [onPoint, range])
  const point = (index: number | null) => {
    setPointed(index)
    // At once, so that it does not undo what the pointer lights next.
    if (!rangeOf(grid, index)) onPoint?.(undefined)
  }
  const go = (index: number) => {
    const chosen = rangeOf(grid, index)
    if (chosen) onGo?.(chosen)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return go(Math.min(at, last))
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    setPointed(null)
    setAt((before) => step(Math.min(before, last), last))
  }
  return (
    <div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={copy.cache.map.label(name)}
        aria-readonly
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={Math.min(at, last)}
        aria-valuetext={squareText(grid, fill, Math.min(at, last), attendedFrom)}
        onKeyDown={onKey}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        onPointerMove={(event) => point(squareUnder(event, grid))}
        onPointerLeave={() => point(null)}
        onClick={() => pointed !== null && go(pointed)}
        data-cells
        className={`relative rounded-sm ${onGo && range ? 'cursor-pointer' : ''}`}
      >
        <Squares grid={grid} attendedFrom={attendedFrom} />
        {litSquares(grid, lit).map((index) => (
          <Frame key={`lit ${index}`} index={index} rows={grid.rows} isLit />
        ))}
        {shown !== null && <Frame index={shown} rows={grid.rows} />}
      </div>
      <p className="mt-1 h-[1.125rem] truncate text-[12px] text-faint" data-testid="square">
        {shown === null ? copy.cache.map.scale(grid.cellsPerSquare) : squareText(grid, fill, shown, attendedFrom)}
      </p>
    </div>
  )
}

function rangeOf({ used }: CellGrid, index: number | null): PositionRange | undefined {
  const square = index === null ? undefined : used[index]
  return square && { from: square.firstPosition, to: square.lastPosition + 1 }
}

/** One path per kind, so that a sample changes a few attributes instead of hundreds of elements. */
const Squares = memo(function Squares({ grid, attendedFrom }: { readonly grid: CellGrid; readonly attendedFrom: number }) {
  const hatch = useId()
  return (
    <svg viewBox={`0 0 ${gridColumns} ${grid.rows}`} aria-hidden className="block w-full">
      <pattern id={hatch} width="0.34" height="0.34" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="0.16" height="0.34" fill="var(--cell-hatch)" />
      </pattern>
      <Ground squares={grid.squares} />
      {cellKindOrder.map((kind) => (
        <path key={kind} d={squaresPath(grid, ({ holds }) => holds === kind)} fill={cellColors[kind]} />
      ))}
      <path d={squaresPath(grid, ({ isReused }) => isReused)} fill={`url(#${hatch})`} />
      <path d={squaresPath(grid, ({ lastPosition }) => lastPosition < attendedFrom)} fill="var(--panel)" fillOpacity={0.5} data-outside />
    </svg>
  )
})

const Ground = memo(function Ground({ squares }: { readonly squares: number }) {
  return <path d={allSquaresPath(squares)} fill="var(--cell-free)" />
})

/** Of the cells that are still in this cache. */
const litSquares = ({ used }: CellGrid, lit: readonly number[]): readonly number[] =>
  [
    ...new Set(
      lit.map((position) => used.findIndex(({ firstPosition, lastPosition }) => position >= firstPosition && position <= lastPosition)),
    ),
  ].filter((index) => index >= 0)

function Frame({ index, rows, isLit = false }: { readonly index: number; readonly rows: number; readonly isLit?: boolean }) {
  return (
    <svg viewBox={`0 0 ${gridColumns} ${rows}`} aria-hidden className="pointer-events-none absolute inset-0 w-full overflow-visible">
      <rect
        x={(index % gridColumns) - 0.14}
        y={Math.floor(index / gridColumns) - 0.14}
        width="1.14"
        height="1.14"
        rx="0.15"
        fill={isLit ? 'var(--mark)' : 'none'}
        stroke="var(--ink)"
        strokeWidth="0.2"
      />
    </svg>
  )
}

function squareUnder({ currentTarget, clientX, clientY }: PointerEvent, { rows, squares }: CellGrid): number | null {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  const column = Math.floor(((clientX - left) / width) * gridColumns)
  const row = Math.floor(((clientY - top) / height) * rows)
  const index = row * gridColumns + column
  return column >= 0 && column < gridColumns && row >= 0 && index < squares ? index : null
}

function squareText(
  { cellsPerSquare, used }: CellGrid,
  { totalCells, allocatedBytes }: CacheFill,
  index: number,
  attendedFrom: number,
): string {
  const square = used[index]
  if (!square) {
    const first = index * cellsPerSquare
    const lastCell = Math.min(totalCells, first + cellsPerSquare) - 1
    return copy.cache.map.free(first, lastCell)
  }
  const bytes = ((square.lastPosition - square.firstPosition + 1) * allocatedBytes) / totalCells
  return copy.cache.map.used({ ...square, isOutside: square.lastPosition < attendedFrom, bytes })
}
