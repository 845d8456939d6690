/** Widths, heights and positions are in pixels. */
import type { Axis } from './nice-axis'

/** Values are in the unit of the axis. */
export interface ChartRow {
  readonly id: string
  readonly name: string
  readonly look: number
  readonly bar: readonly [from: number, to: number] | null
  readonly dot: number | null
  /** Error or spread. null if unknown. */
  readonly whisker: readonly [low: number, high: number] | null
  /** The value of a line across the row, such as the planned value. */
  readonly tick: number | null
  readonly text: string
}

/** The ends of the error bar of a value that cannot be negative: it ends at 0. */
export const errorEnds = (value: number, error: number): readonly [low: number, high: number] => [Math.max(0, value - error), value + error]

export const rowHeight = 26
export const axisHeight = 24
/** Approximate character width of Inter at 12 px. */
const characterWidth = 6.8
const leastPlotWidth = 80

export interface RowShape {
  readonly width: number
  readonly height: number
  readonly nameWidth: number
  readonly nameCharacters: number
  readonly plot: readonly [left: number, right: number]
  readonly xOf: (value: number) => number
}

export function rowShape(rows: readonly Pick<ChartRow, 'name' | 'text'>[], width: number, axis: Axis): RowShape {
  const longest = Math.max(0, ...rows.map(({ name }) => name.length))
  const valueWidth = Math.max(0, ...rows.map(({ text }) => text.length)) * characterWidth + 12
  const nameWidth = Math.min(longest * characterWidth + 10, Math.max(60, width * 0.34))
  const left = nameWidth
  const right = Math.max(left + leastPlotWidth, width - valueWidth)
  const scale = (right - left) / (axis.most - axis.least)
  return {
    width,
    height: rows.length * rowHeight + axisHeight,
    nameWidth,
    nameCharacters: Math.max(4, Math.floor((nameWidth - 10) / characterWidth)),
    plot: [left, right],
    xOf: (value) => left + (Math.min(axis.most, Math.max(axis.least, value)) - axis.least) * scale,
  }
}

export const cutName = (name: string, characters: number): string => (name.length > characters ? `${name.slice(0, characters - 1)}…` : name)

export function roomyTicks(ticks: readonly number[], textOf: (tick: number) => string, xOf: (value: number) => number): readonly number[] {
  const widest = Math.max(0, ...ticks.map((tick) => textOf(tick).length)) * characterWidth + 14
  const step = Math.abs(xOf(ticks[1] ?? 0) - xOf(ticks[0] ?? 0))
  const every = step > 0 ? Math.ceil(widest / step) : 1
  return ticks.filter((_, at) => at % every === 0)
}
