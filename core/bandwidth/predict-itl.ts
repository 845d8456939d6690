/**
 * Predicts ITL at depths that a conversation has not reached:
 *
 *   ITL(depth) = base + slope x bytes of cache read at that depth
 *
 * The slope is the median over all pairs of points (Theil-Sen), which an outlier barely changes. It is per byte, not per token,
 * because the cache of a sliding-window layer stops growing. The interval is that of one more measurement around a straight line
 * (N. R. Draper and H. Smith, "Applied Regression Analysis", 3rd edition, 1.4), with Student's t.
 */
import { median } from '../stats/percentile'
import { studentT } from '../stats/student-t'
import { allowedItlMs } from './bound'

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

/** The measured points. */
export interface PointRange {
  readonly points: number
  /** In cells; 0 without points. */
  readonly shallowest: number
  readonly deepest: number
  /** In ms; 0 without points. */
  readonly fastestMs: number
  readonly slowestMs: number
}

export interface ItlPrediction {
  readonly range: PointRange
  readonly line: ItlLine
  /** Beyond this depth, nothing is predicted. */
  readonly mostTokens: number
  /** How far a line through the shallower points is off in the deepest third. null with fewer than three points there. */
  readonly check: PredictionCheck | null
  /** In ms, around the line. */
  readonly deviationMs: number
  readonly meanBytes: number
  /** Sum of squared distances from `meanBytes`. */
  readonly bytesSpread: number
  /** null if the memory bandwidth is unknown. */
  readonly bytesPerSecond: number | null
  /** The shortest measured ITL in relation to the memory's limit: below 1 if the processor's cache delivered some of the bytes. At most 1. */
  readonly shareOfLimit: number
}

/**
 * Why nothing is predicted. `few`: too few points. `narrow`: all points are in nearly the same cells. `same-bytes`: every point read as many
 * bytes of cache. `scattered`: the points differ too much.
 */
export type NoPrediction = 'few' | 'narrow' | 'same-bytes' | 'scattered'

export type PredictionOutcome =
  | { readonly ok: true; readonly prediction: ItlPrediction }
  | { readonly ok: false; readonly why: NoPrediction; readonly range: PointRange }

export interface PredictedItl {
  readonly ms: number
  /** 95% of measurements at this depth are expected between these. */
  readonly lowMs: number
  readonly highMs: number
}

export const leastPoints = 6
/** llama.cpp attends to blocks of 256 cells. Points within one block show nothing of how ITL grows. */
export const leastSpreadCells = 256
/** Between a measured depth and a predicted one. */
const mostFactor = 4
/** Of the predicted ITL, at the deepest measured point. */
const mostHalfInterval = 0.5
const leastHeldOut = 3

type BytesAt = (tokens: number) => number

export interface ReadBytes {
  readonly cache: BytesAt
  /** With weights and what is written. */
  readonly moved: BytesAt
}

export function predictItl(points: readonly DepthPoint[], bytes: ReadBytes, bytesPerSecond: number | null): PredictionOutcome {
  const range = rangeOf(points)
  const no = (why: NoPrediction): PredictionOutcome => ({ ok: false, why, range })
  if (points.length < leastPoints) return no('few')
  if (range.deepest - range.shallowest < leastSpreadCells) return no('narrow')
  const limits = bytesPerSecond === null ? [] : points.map(({ tokens, itlMs }) => itlMs / allowedItlMs(bytes.moved(tokens), bytesPerSecond))
  const shareOfLimit = Math.min(1, ...limits)
  const leastMsPerByte = bytesPerSecond === null ? 0 : shareOfLimit * allowedItlMs(1, bytesPerSecond)
  const line = itlLine(points, bytes.cache, leastMsPerByte)
  if (!line) return no('same-bytes')
  const xs = points.map(({ tokens }) => bytes.cache(tokens))
  const meanBytes = xs.reduce((sum, x) => sum + x, 0) / xs.length
  const squares = points.reduce((sum, { tokens, itlMs }) => sum + (itlMs - itlOn(line, bytes.cache(tokens))) ** 2, 0)
  const prediction: ItlPrediction = {
    ...{ range, line, bytesPerSecond, shareOfLimit, meanBytes },
    mostTokens: mostFactor * range.deepest,
    check: checkOf(points, bytes.cache, leastMsPerByte),
    deviationMs: Math.sqrt(squares / (points.length - 2)),
    bytesSpread: xs.reduce((sum, x) => sum + (x - meanBytes) ** 2, 0),
  }
  const { ms, highMs } = at(prediction, range.deepest, bytes)
  return highMs - ms > mostHalfInterval * ms ? no('scattered') : { ok: true, prediction }
}

/** null if it is too far from the measured depths. */
export const predictedItl = (prediction: ItlPrediction, tokens: number, bytes: ReadBytes): PredictedItl | null =>
  tokens > prediction.mostTokens || tokens * mostFactor < prediction.range.shallowest ? null : at(prediction, tokens, bytes)

function at(prediction: ItlPrediction, tokens: number, bytes: ReadBytes): PredictedItl {
  const { line, range, deviationMs, meanBytes, bytesSpread, bytesPerSecond, shareOfLimit } = prediction
  const leastMs = bytesPerSecond === null ? 0 : shareOfLimit * allowedItlMs(bytes.moved(tokens), bytesPerSecond)
  const x = bytes.cache(tokens)
  const ms = itlOn(line, x)
  const half = studentT(range.points - 2) * deviationMs * Math.sqrt(1 + 1 / range.points + (x - meanBytes) ** 2 / bytesSpread)
  return { ms: Math.max(leastMs, ms), lowMs: Math.max(leastMs, ms - half), highMs: Math.max(leastMs, ms + half) }
}

export const itlOn = ({ baseMs, msPerByte }: ItlLine, cacheBytes: number): number => baseMs + msPerByte * cacheBytes

/** null unless two points read different numbers of cache bytes. A slope below `leastMsPerByte` is noise. */
export function itlLine(points: readonly DepthPoint[], bytesAt: BytesAt, leastMsPerByte = 0): ItlLine | null {
  const measured = points.map(({ tokens, itlMs }) => ({ x: bytesAt(tokens), y: itlMs }))
  const slopes: number[] = []
  for (const [index, one] of measured.entries())
    for (const other of measured.slice(index + 1)) if (one.x !== other.x) slopes.push((other.y - one.y) / (other.x - one.x))
  if (slopes.length === 0) return null
  const msPerByte = Math.max(leastMsPerByte, median(slopes))
  return { baseMs: median(measured.map(({ x, y }) => y - msPerByte * x)), msPerByte }
}

function rangeOf(points: readonly DepthPoint[]): PointRange {
  const [depths, times] = [points.map(({ tokens }) => tokens), points.map(({ itlMs }) => itlMs)]
  if (points.length === 0) return { points: 0, shallowest: 0, deepest: 0, fastestMs: 0, slowestMs: 0 }
  const [shallowest, deepest] = [Math.min(...depths), Math.max(...depths)]
  return { points: points.length, shallowest, deepest, fastestMs: Math.min(...times), slowestMs: Math.max(...times) }
}

function checkOf(points: readonly DepthPoint[], bytesAt: BytesAt, leastMsPerByte: number): PredictionCheck | null {
  const byDepth = [...points].sort((a, b) => a.tokens - b.tokens)
  const kept = byDepth.slice(0, byDepth.length - Math.ceil(byDepth.length / 3))
  const line = itlLine(kept, bytesAt, leastMsPerByte)
  const heldOut = byDepth.slice(kept.length)
  if (!line || heldOut.length < leastHeldOut) return null
  const errors = heldOut.map(({ tokens, itlMs }) => Math.abs(itlOn(line, bytesAt(tokens)) - itlMs) / itlMs)
  return { heldOut: errors.length, medianError: median(errors), largestError: Math.max(...errors) }
}
