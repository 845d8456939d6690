import { CartesianGrid, ErrorBar, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatNumber, formatShort } from '../../../core/text/number-language'
import { lineStyles } from './line-styles'
import { niceAxis, tickDigits } from './nice-axis'
import { errorEnds } from './row-shape'

/** `error` is null if unknown. */
export interface ChartValue {
  readonly value: number
  readonly error: number | null
  /** The ends of an asymmetric error bar. `error` is then null. */
  readonly span?: readonly [low: number, high: number]
}

export interface ChartLine {
  readonly id: string
  readonly name: string
  readonly look: number
  readonly points: readonly { readonly x: number; readonly y: ChartValue }[]
  /** True to draw dots on this line even if the chart has none. */
  readonly hasDots?: boolean
}

export interface LineChartViewProps {
  readonly label: string
  readonly lines: readonly ChartLine[]
  /** Such as `tokens`. */
  readonly xUnit: string
  readonly yUnit: string
  /** Useful only for few points. */
  readonly hasDots: boolean
  /** If false, every x gets a tick. */
  readonly hasRoundTicks?: boolean
}

/** In px. Without room for a long tick, the title of the axis would be on top of it. */
const leastAxisWidth = 56
const axisTitleWidth = 27
const digitWidth = 7

interface Row {
  readonly x: number
  readonly values: readonly (ChartValue | undefined)[]
}

export function LineChartView({ label, lines, xUnit, yUnit, hasDots, hasRoundTicks = !hasDots }: LineChartViewProps) {
  const rows = rowsOf(lines)
  const xs = rows.map(({ x }) => x)
  const xAxis = hasRoundTicks
    ? niceAxis(
        rows.map(({ x }) => x),
        rows.some(({ x }) => x === 0),
      )
    : { least: xs[0] ?? 0, most: xs.at(-1) ?? 1, ticks: xs }
  const yAxis = niceAxis(
    lines.flatMap(({ points }) => points.map(({ y }) => y.span?.[1] ?? y.value + (y.error ?? 0))),
    true,
  )
  const digits = tickDigits(yAxis)
  const longestTick = Math.max(...yAxis.ticks.map((tick) => formatNumber(tick, digits).length))
  const xDigits = hasRoundTicks ? tickDigits(xAxis) : 0
  const axis = { stroke: 'var(--ink-faint)', fontSize: 12, tickLine: false } as const
  const title = { fontSize: 12, fill: 'var(--ink-faint)' } as const
  return (
    <figure aria-label={label} className="h-60 w-full">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={rows} margin={{ top: 6, right: 16, bottom: 16, left: 0 }}>
          <CartesianGrid stroke="var(--line)" />
          <XAxis
            {...axis}
            dataKey="x"
            type="number"
            domain={[xAxis.least, xAxis.most]}
            ticks={[...xAxis.ticks]}
            tickFormatter={(value: number) => formatNumber(value, xDigits)}
            interval="preserveStartEnd"
            label={{ ...title, value: xUnit, position: 'insideBottom', offset: -10 }}
          />
          <YAxis
            {...axis}
            type="number"
            width={Math.max(leastAxisWidth, axisTitleWidth + longestTick * digitWidth)}
            domain={[yAxis.least, yAxis.most]}
            ticks={[...yAxis.ticks]}
            tickFormatter={(value: number) => formatNumber(value, digits)}
            interval={0}
            label={{ ...title, value: yUnit, angle: -90, position: 'insideLeft', offset: 12 }}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)' }}
            content={({ active, payload }) => (
              <Tip
                lines={lines}
                row={active ? (payload[0]?.payload as Row) : undefined}
                xUnit={xUnit}
                xDigits={xDigits + 1}
                yUnit={yUnit}
                digits={digits + 1}
              />
            )}
          />
          {lines.map((line, at) => (
            <Line
              key={line.id}
              name={line.name}
              dataKey={({ values }: Row) => values[at]?.value}
              type="linear"
              isAnimationActive={false}
              connectNulls
              dot={hasDots || line.hasDots ? { r: 3, fill: lineStyles(line.look).stroke, strokeDasharray: '' } : false}
              activeDot={{ r: 3 }}
              strokeWidth={2}
              {...lineStyles(line.look)}
            >
              <ErrorBar
                dataKey={({ values }: Row) => errorOf(values[at])}
                width={5}
                strokeWidth={1.5}
                stroke={lineStyles(line.look).stroke}
                isAnimationActive={false}
              />
            </Line>
          ))}
        </LineChart>
      </ResponsiveContainer>
    </figure>
  )
}

/** How far the error bar reaches below and above the value. */
function errorOf(shown: ChartValue | undefined): [below: number, above: number] {
  if (!shown) return [0, 0]
  const { value, error, span } = shown
  const [low, high] = span ?? errorEnds(value, error ?? 0)
  return [value - low, high - value]
}

function rowsOf(lines: readonly ChartLine[]): Row[] {
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b)
  const at = lines.map(({ points }) => new Map(points.map(({ x, y }) => [x, y])))
  return xs.map((x) => ({ x, values: at.map((values) => values.get(x)) }))
}

interface TipProps {
  readonly lines: readonly ChartLine[]
  readonly row: Row | undefined
  readonly xUnit: string
  readonly xDigits: number
  readonly yUnit: string
  readonly digits: number
}

function Tip({ lines, row, xUnit, xDigits, yUnit, digits }: TipProps) {
  if (!row) return null
  const text = ({ value, error, span }: ChartValue) => {
    const bar = error ? ` ± ${formatNumber(error, digits)}` : span ? ` (${span.map((one) => formatNumber(one, digits)).join('–')})` : ''
    return `${formatNumber(value, digits)}${bar} ${yUnit}`
  }
  return (
    <div className="rounded-md bg-ink px-2.5 py-1.5 text-[12px] text-paper shadow-raised">
      <p className="font-medium">
        {formatShort(row.x, xDigits)} {xUnit}
      </p>
      {lines.map(({ id, name }, at) => {
        const value = row.values[at]
        return (
          value && (
            <p key={id} className="flex justify-between gap-4">
              <span className="max-w-48 truncate">{name}</span>
              <span>{text(value)}</span>
            </p>
          )
        )
      })}
    </div>
  )
}
