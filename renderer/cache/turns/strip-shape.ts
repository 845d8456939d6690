/** From the gaps of an answer to the shapes of its strip: plain numbers and SVG paths, one unit wide per column, `stripHeight` high. */
import type { GapRecord } from '../../client/gap-record'

export const stripHeight = 100
/** The top of the scale is this many times the gap that 99 in 100 stay below: longer ones reach it and are drawn in another colour. */
const headroom = 1.6

/** The top of the scale in milliseconds. */
export const topOf = (p99Ms: number, longestMs: number): number => Math.max(0.001, Math.min(longestMs, p99Ms * headroom))

/** The longest gap of each column as a bar. `isLong`: only those beyond the top, or only the others. */
export function barsPath({ longest, columns }: Pick<GapRecord, 'longest' | 'columns'>, topMs: number, isLong: boolean): string {
  let path = ''
  for (let at = 0; at < columns; at++) {
    const gapMs = longest[at] as number
    if (gapMs > topMs !== isLong) continue
    const height = Math.min(1, gapMs / topMs) * stripHeight
    path += `M${at} ${stripHeight}v-${height.toFixed(1)}h1V${stripHeight}z`
  }
  return path
}

const fewestColumns = 32
/** Columns that there is room for: twice as many when they are full, so that a short answer is not a sliver. */
export function widthFor(columns: number): number {
  let width = fewestColumns
  while (width < columns) width *= 2
  return width
}

/** The column in which the token after `afterToken` is. The first token has no gap before it. */
export const columnOf = (afterToken: number, gapsPerColumn: number): number => Math.max(0, afterToken - 1) / gapsPerColumn
