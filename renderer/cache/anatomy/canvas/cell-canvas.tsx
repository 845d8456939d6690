import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { cellOf, codesOf, type HeldCells, positionIn } from '../../../../core/cells/cell-codes'
import { copy } from '../../../../core/copy/copy'
import { useMedia } from '../../../ui/use-media'
import { usePreferences } from '../../../window/preference-store'
import { type CellLayout, cellLayout, cellUnder } from './cell-layout'
import type { CellMarks } from './cell-marks'
import { cellText } from './cell-text'
import { pagePalette } from './page-palette'
import { type CellPalette, paintCells } from './paint-cells'
import { gutterWidth, startCells, TurnGutter } from './turn-gutter'
import type { TurnStart } from './turn-starts'
import { useHeldToken } from './use-held-token'
import { useRoom } from './use-room'

export interface CellCanvasProps {
  readonly name: string
  readonly held: HeldCells
  readonly sequence: number
  readonly bytesPerCell: number
  readonly marks: CellMarks
  readonly slider: RefObject<HTMLDivElement | null>
  readonly hasTokens: boolean
  /** False if spans cover blocks of several tokens. A cell's message is then unknown. */
  readonly isExact: boolean
  readonly starts: readonly TurnStart[]
  /** Positions of the tokens of a word that the user points at. */
  readonly lit: readonly number[]
  /** undefined while the user points at no cell in use. */
  readonly onPoint: (position: number | undefined) => void
  readonly onGo: (position: number) => void
}

export function CellCanvas(props: CellCanvasProps) {
  const { name, held, sequence, bytesPerCell, marks, slider, hasTokens, isExact, starts, lit, onPoint, onGo } = props
  const frame = useRef<HTMLDivElement>(null)
  const room = useRoom(frame)
  const gutter = starts.length > 0 ? gutterWidth : 0
  const layout = useMemo(() => cellLayout(held.totalCells, room.width - gutter, room.height), [held.totalCells, room, gutter])
  const canvas = usePainted(held, layout)
  const [pointed, setPointed] = useState<number>()
  const [at, setAt] = useState(0)
  const [hasFocus, setFocus] = useState(false)
  const last = held.totalCells - 1
  const shown = pointed ?? (hasFocus ? Math.min(at, last) : undefined)
  const token = useHeldToken(hasTokens ? sequence : undefined, held, shown)
  const position = shown === undefined ? undefined : positionIn(held, shown)
  useEffect(() => onPoint(position), [onPoint, position])
  const { checkpoints, gaps, shared } = marks
  const behind = (tokens: readonly number[]) => tokens.map((count) => cellOf(held, count - 1)).filter((cell) => cell !== undefined)
  const marked = behind(checkpoints.map(({ tokens }) => tokens))
  const described = shown ?? Math.min(at, last)
  const isCheckpoint = marked.includes(described)
  const shownToken = shown === undefined ? undefined : token
  const text = cellText({ held, cell: described, bytesPerCell, token: shownToken, isCheckpoint, marks, isExact })
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && position !== undefined) return onGo(position)
    const step = steps(layout.columns)[event.key]
    if (step === undefined) return
    event.preventDefault()
    setPointed(undefined)
    setAt((before) => Math.max(0, Math.min(last, before + step)))
  }
  return (
    <>
      <div ref={frame} className="flex min-h-0 flex-1 items-start overflow-auto p-1">
        {gutter > 0 && <TurnGutter starts={starts} held={held} layout={layout} onGo={onGo} />}
        <div
          ref={slider}
          role="slider"
          tabIndex={0}
          aria-label={copy.cache.anatomy.cells(name)}
          aria-readonly
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={Math.min(at, last)}
          aria-valuetext={text}
          onKeyDown={onKey}
          onFocus={() => setFocus(true)}
          onBlur={() => setFocus(false)}
          onPointerMove={(event) => setPointed(pointedCell(event, layout, held.totalCells))}
          onPointerLeave={() => setPointed(undefined)}
          onClick={() => pointed !== undefined && position !== undefined && onGo(position)}
          className={`relative w-fit rounded-sm ${pointed !== undefined && position !== undefined ? 'cursor-pointer' : ''}`}
        >
          <canvas ref={canvas} width={layout.width} height={layout.height} className="block" aria-hidden />
          <Bars cells={marked} layout={layout} color="var(--ink)" />
          <Bars cells={behind(gaps.map(({ at }) => at))} layout={layout} color="var(--ink)" dashes="2 2" />
          {shared && <Bars cells={behind([shared.tokens])} layout={layout} color="var(--accent)" />}
          <Corners cells={startCells(starts, held).map(({ cell }) => cell)} layout={layout} />
          {lit.map((one) => {
            const cell = cellOf(held, one)
            return cell !== undefined && <Mark key={one} cell={cell} layout={layout} isLit />
          })}
          {shown !== undefined && <Mark cell={shown} layout={layout} />}
        </div>
      </div>
      <p className="h-[1.125rem] truncate text-[13px] tabular-nums" data-testid="cell">
        {shown === undefined ? <span className="text-faint">{copy.cache.anatomy.hint}</span> : text}
      </p>
    </>
  )
}

const steps = (columns: number): Readonly<Record<string, number>> => ({
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: columns,
  ArrowUp: -columns,
  PageDown: 16 * columns,
  PageUp: -16 * columns,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
})

function pointedCell({ currentTarget, clientX, clientY }: PointerEvent, layout: CellLayout, cells: number): number | undefined {
  const { left, top } = currentTarget.getBoundingClientRect()
  return cellUnder(layout, cells, clientX - left, clientY - top)
}

function usePainted(held: HeldCells, layout: CellLayout) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const palette = usePalette()
  const codes = useMemo(() => codesOf(held), [held])
  const image = useMemo(() => (layout.width > 0 ? new ImageData(layout.width, layout.height) : undefined), [layout])
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const surface = canvas.current?.getContext('2d', { alpha: false })
      if (!surface || !image) return
      paintCells(new Uint32Array(image.data.buffer), layout, codes, palette)
      surface.putImageData(image, 0, 0)
    })
    return () => cancelAnimationFrame(frame)
  }, [codes, layout, image, palette])
  return canvas
}

function usePalette(): CellPalette {
  const theme = usePreferences((values) => values.theme)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  return useMemo(pagePalette, [theme, isDark])
}

interface BarsProps {
  readonly cells: readonly number[]
  readonly layout: CellLayout
  readonly color: string
  readonly dashes?: string
}

function Bars({ cells, layout: { columns, side }, color, dashes }: BarsProps) {
  const path = cells.map((cell) => `M${((cell % columns) + 1) * side - 1} ${Math.floor(cell / columns) * side - 2}v${side + 3}`).join('')
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0 size-full overflow-visible">
      <path d={path} stroke={color} strokeWidth="3" strokeDasharray={dashes} />
    </svg>
  )
}

/** A corner at the first cell of each turn. */
function Corners({ cells, layout: { columns, side } }: { readonly cells: readonly number[]; readonly layout: CellLayout }) {
  const size = Math.max(5, side / 2)
  const path = cells
    .map((cell) => `M${(cell % columns) * side - 1} ${Math.floor(cell / columns) * side - 1}h${size}l-${size} ${size}z`)
    .join('')
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0 size-full overflow-visible">
      <path d={path} fill="var(--ink)" stroke="var(--panel)" strokeWidth="0.75" />
    </svg>
  )
}

interface MarkProps {
  readonly cell: number
  readonly layout: CellLayout
  readonly isLit?: boolean
}

function Mark({ cell, layout: { columns, side, gap }, isLit = false }: MarkProps) {
  const [x, y] = [(cell % columns) * side, Math.floor(cell / columns) * side]
  return (
    <svg aria-hidden className="pointer-events-none absolute inset-0 size-full overflow-visible">
      <rect
        x={x - 2}
        y={y - 2}
        width={side - gap + 4}
        height={side - gap + 4}
        fill={isLit ? 'var(--mark)' : 'none'}
        stroke="var(--ink)"
        strokeWidth="2"
        rx="1"
      />
    </svg>
  )
}
