/** Steps between ticks are 1, 2 or 5 times a power of ten. */

export interface Axis {
  readonly least: number
  readonly most: number
  readonly ticks: readonly number[]
}

const steps = 5

/** Includes 0 if `fromZero`, else starts at or just below the lowest value. Without values, from 0 to 1. */
export function niceAxis(values: readonly number[], fromZero: boolean): Axis {
  const finite = values.filter(Number.isFinite)
  const high = finite.length === 0 ? 1 : Math.max(...finite, ...(fromZero ? [0] : []))
  const low = finite.length === 0 || fromZero ? Math.min(0, ...finite) : Math.min(...finite)
  const span = high - low || Math.abs(high) || 1
  const step = niceStep(span / steps)
  const first = Math.floor(low / step)
  const last = Math.max(first + 1, Math.ceil(high / step))
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step, step))
  return { least: ticks[0] ?? 0, most: ticks.at(-1) ?? 1, ticks }
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * 0.999) ?? 10
  return factor * power
}

/** Avoids 0.30000000000000004. */
const rounded = (value: number, step: number): number => Number(value.toFixed(Math.max(0, -Math.floor(Math.log10(step)) + 1)))

export function tickDigits({ ticks }: Axis): number {
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0)
  return Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
}
