import { useRef } from 'react'
import type { Axis } from './nice-axis'
import { axisHeight, type ChartRow, cutName, roomyTicks, rowHeight, rowShape } from './row-shape'
import { useWidth } from './use-width'

export interface RowChartProps {
  readonly label: string
  readonly rows: readonly ChartRow[]
  readonly axis: Axis
  readonly tickText: (value: number) => string
}

const barHeight = 12

export function RowChart({ label, rows, axis, tickText }: RowChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const { height, nameCharacters, plot, xOf } = rowShape(rows, width, axis)
  const written = new Set(roomyTicks(axis.ticks, tickText, xOf))
  const bottom = height - axisHeight
  return (
    <div ref={box}>
      {width > 0 && (
        <svg role="img" aria-label={label} width={width} height={height} fontSize="12" className="block">
          {axis.ticks.map((tick) => (
            <g key={tick}>
              <line x1={xOf(tick)} x2={xOf(tick)} y1={0} y2={bottom} stroke="var(--line)" />
              {written.has(tick) && (
                <text x={xOf(tick)} y={height - 8} textAnchor="middle" fill="var(--ink-faint)">
                  {tickText(tick)}
                </text>
              )}
            </g>
          ))}
          {rows.map((row, at) => (
            <Row key={row.id} row={row} middle={at * rowHeight + rowHeight / 2} xOf={xOf} nameCharacters={nameCharacters} end={plot[1]} />
          ))}
        </svg>
      )}
    </div>
  )
}

interface RowProps {
  readonly row: ChartRow
  readonly middle: number
  readonly xOf: (value: number) => number
  readonly nameCharacters: number
  readonly end: number
}

function Row({ row, middle, xOf, nameCharacters, end }: RowProps) {
  const { name, look, bar, dot, whisker, tick, text } = row
  const color = `var(--series-${(look % 7) + 1})`
  return (
    <g>
      <text x={0} y={middle + 4} fill="var(--ink-soft)">
        <title>{name}</title>
        {cutName(name, nameCharacters)}
      </text>
      {bar && bar[0] !== bar[1] && (
        <rect
          x={xOf(bar[0])}
          y={middle - barHeight / 2}
          width={Math.max(1, xOf(bar[1]) - xOf(bar[0]))}
          height={barHeight}
          rx={2}
          fill={color}
          fillOpacity={0.75}
        />
      )}
      {whisker && <Whisker low={xOf(whisker[0])} high={xOf(whisker[1])} middle={middle} />}
      {tick !== null && (
        <line x1={xOf(tick)} x2={xOf(tick)} y1={middle - 9} y2={middle + 9} stroke="var(--ink)" strokeWidth={2} strokeDasharray="3 2" />
      )}
      {dot !== null && <circle cx={xOf(dot)} cy={middle} r={4.5} fill={color} stroke="var(--paper)" strokeWidth={1.5} />}
      <text x={end + 8} y={middle + 4} fill="var(--ink)">
        {text}
      </text>
    </g>
  )
}

const Whisker = ({ low, high, middle }: { readonly low: number; readonly high: number; readonly middle: number }) => (
  <path
    d={`M${low} ${middle - 4}V${middle + 4}M${low} ${middle}H${high}M${high} ${middle - 4}V${middle + 4}`}
    stroke="var(--ink)"
    strokeWidth={1.25}
    fill="none"
  />
)
