import { type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { weightOfByte } from '../../../core/lab/recording/weight-bytes'
import { visibleToken } from './lane-at'
import { type Pattern, patternPixels } from './pattern'
import { colorOf, useTheme } from './theme-color'

export interface AttentionPictureProps {
  readonly label: string
  readonly pattern: Pattern
  readonly processed: number
  readonly tokens: readonly { readonly text: string }[]
}

interface Pointed {
  readonly row: number
  readonly column: number
}

/** Rows are query tokens, and columns are key tokens. */
export function AttentionPicture({ label, pattern, processed, tokens }: AttentionPictureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const painted = usePainted(pattern)
  const { rows, columns } = pattern
  useEffect(() => {
    const brush = canvas.current?.getContext('2d')
    if (!brush || !painted) return
    brush.clearRect(0, 0, columns, rows)
    brush.drawImage(painted, 0, 0, columns, processed, 0, 0, columns, processed)
  }, [painted, rows, columns, processed])
  const read = pointed && pointed.row < processed && pointed.column <= pointed.row ? pointed : null
  return (
    <div>
      <div className="relative rounded-sm border border-line bg-paper">
        <canvas
          ref={canvas}
          width={columns}
          height={rows}
          role="img"
          aria-label={label}
          onPointerMove={(event) => setPointed(cellUnder(event, pattern))}
          onPointerLeave={() => setPointed(null)}
          className="block aspect-square w-full [image-rendering:pixelated]"
        />
        <svg viewBox={`0 0 ${columns} ${rows}`} aria-hidden className="pointer-events-none absolute inset-0 size-full">
          <path d={`M0 ${processed}H${columns}`} stroke="var(--ink)" strokeWidth="1" vectorEffect="non-scaling-stroke" />
          {read && (
            <path
              d={`M0 ${read.row + 0.5}H${columns}M${read.column + 0.5} 0V${rows}`}
              stroke="var(--line-strong)"
              vectorEffect="non-scaling-stroke"
            />
          )}
        </svg>
      </div>
      <p className="mt-1 h-[1.125rem] truncate text-[12px] text-faint">{read ? pointedText(pattern, tokens, read) : copy.lab.lanes.axes}</p>
    </div>
  )
}

function usePainted(pattern: Pattern): HTMLCanvasElement | null {
  const theme = useTheme()
  return useMemo(() => {
    if (pattern.rows === 0 || theme === '') return null
    const sheet = document.createElement('canvas')
    sheet.width = pattern.columns
    sheet.height = pattern.rows
    const pixels = patternPixels(pattern, colorOf('--series-1'))
    sheet.getContext('2d')?.putImageData(new ImageData(pixels, pattern.columns, pattern.rows), 0, 0)
    return sheet
  }, [pattern, theme])
}

function cellUnder({ currentTarget, clientX, clientY }: PointerEvent, { rows, columns }: Pattern): Pointed {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { row: Math.floor(((clientY - top) / height) * rows), column: Math.floor(((clientX - left) / width) * columns) }
}

function pointedText({ columns, weights }: Pattern, tokens: AttentionPictureProps['tokens'], { row, column }: Pointed): string {
  const name = (token: number) => visibleToken(tokens[token]?.text ?? '')
  const weight = weightOfByte(weights[row * columns + column] ?? 0)
  return copy.lab.lanes.weight(name(row), row + 1, name(column), column + 1, weight)
}
