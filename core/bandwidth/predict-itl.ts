/**
 * Predicts ITL at depths that a conversation has not reached:
 *
 *   ITL(depth) = base + slope x bytes of cache read at that depth
 *
 * The slope is the median over all pairs of points (Theil-Sen), which an outlier barely changes. It is per byte, not per token,
 * because the cache of a sliding-window layer stops growing.
 */
import { median } from '../stats/percentile'

export interface DepthPoint {
  /** Cells in use. */
  readonly tokens: number
  readonly itlMs: number
}

export interface ItlLine {
  readonly baseMs: number
  readonly msPerByte: number
}

export interface PredictionCheck {
  readonly heldOut: number
  /** |predicted - measured| / measured. */
  readonly medianError: number
  readonly largestError: number
}

export interface ItlPrediction extends ItlLine {
  /** How far a line through the shallower points is off in the deepest third. null if they determine no line. */
  readonly check: PredictionCheck | null
}

type BytesAt = (tokens: number) => number

/**
 * Returns null unless two points read different numbers of cache bytes. `bytesPerSecond` is the memory bandwidth, a limit on the speed
 * at which the cache is read.
 */
export function predictItl(points: readonly DepthPoint[], bytesAt: BytesAt, bytesPerSecond: number | null = null): ItlPrediction | null {
  const leastMsPerByte = bytesPerSecond === null ? 0 : 1000 / bytesPerSecond
  const line = lineThrough(points, bytesAt, leastMsPerByte)
  return line && { ...line, check: checkOf(points, bytesAt, leastMsPerByte) }
}

export const itlAt = ({ baseMs, msPerByte }: ItlLine, cacheBytes: number): number => baseMs + msPerByte * cacheBytes

function lineThrough(points: readonly DepthPoint[], bytesAt: BytesAt, leastMsPerByte: number): ItlLine | null {
  const at = points.map(({ tokens, itlMs }) => ({ x: bytesAt(tokens), y: itlMs }))
  const slopes: number[] = []
  for (const [index, one] of at.entries())
    for (const other of at.slice(index + 1)) if (one.x !== other.x) slopes.push((other.y - one.y) / (other.x - one.x))
  if (slopes.length === 0) return null
  // A smaller slope is noise.
  const msPerByte = Math.max(leastMsPerByte, median(slopes))
  return { baseMs: median(at.map(({ x, y }) => y - msPerByte * x)), msPerByte }
}

function checkOf(points: readonly DepthPoint[], bytesAt: BytesAt, leastMsPerByte: number): PredictionCheck | null {
  const byDepth = [...points].sort((a, b) => a.tokens - b.tokens)
  const kept = byDepth.slice(0, byDepth.length - Math.ceil(byDepth.length / 3))
  const line = lineThrough(kept, bytesAt, leastMsPerByte)
  if (!line) return null
  const errors = byDepth.slice(kept.length).map(({ tokens, itlMs }) => Math.abs(itlAt(line, bytesAt(tokens)) - itlMs) / itlMs)
  return { heldOut: errors.length, medianError: median(errors), largestError: Math.max(...errors) }
}
