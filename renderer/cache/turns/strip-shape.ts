/** Draws the gaps between tokens as SVG paths, 1 unit per column and `stripHeight` high. */
import type { GapRecord } from '../../client/gap-record'

export const stripHeight = 100
/** The scale ends at p99 times this factor, or at the longest gap if that is less. Longer gaps are clipped. */
const headroom = 1.6

export const topOf = (p99Ms: number, longestMs: number): number => Math.max(0.001, Math.min(longestMs, p99Ms * headroom))

/** Each bar is the longest gap of its column. `isLong` selects the gaps beyond the scale, or else all others. */
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
/** A power of two, so that a strip with at least 16 columns is at least half full. */
export function widthFor(columns: number): number {
  let width = fewestColumns
  while (width < columns) width *= 2
  return width
}

/** The first token has no gap before it. */
export const columnOf = (afterToken: number, gapsPerColumn: number): number => Math.max(0, afterToken - 1) / gapsPerColumn
