/** Draws the gaps between tokens as SVG paths, 1 unit per column and `stripHeight` high. */
import type { GapRecord } from '../../client/gap-record'

export const stripHeight = 100
/** The scale ends at p99 times this factor. Longer gaps are clipped and have another color. */
const headroom = 1.6

export const topOf = (p99Ms: number, longestMs: number): number => Math.max(0.001, Math.min(longestMs, p99Ms * headroom))

/** A bar shows the longest gap of its column. With `isLong`, draws only gaps beyond the end of the scale, else only the others. */
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
/** The width doubles when the strip is full, so that a short answer is not a sliver. */
export function widthFor(columns: number): number {
  let width = fewestColumns
  while (width < columns) width *= 2
  return width
}

/** The first token has no gap before it. */
export const columnOf = (afterToken: number, gapsPerColumn: number): number => Math.max(0, afterToken - 1) / gapsPerColumn
