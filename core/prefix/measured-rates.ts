/**
 * Rates from the latest measurements on this machine. A way of fetching tokens counts as free until it is measured, so it is tried once.
 * A plan is meaningful only after at least one measurement of processing.
 */
import type { ProcessingRate, Rates, Transfer } from './rates'

interface Sample {
  readonly size: number
  readonly ms: number
}

/** Older measurements say less about the load of the machine. */
const mostSamples = 16
/** A shorter prompt mostly measures the start of a batch. */
const leastTokens = 64

/** The largest copy against the smallest. Copies of nearly the same size say nothing about what opening one costs. */
const leastSpread = 2

const unmeasured: Transfer = { startMs: 0, bytesPerSecond: Number.POSITIVE_INFINITY }

export class MeasuredRates {
  private processing: { readonly from: number; readonly to: number; readonly ms: number }[] = []
  private copies: Sample[] = []
  private readonly transfers: Record<'memory' | 'disk', Sample[]> = { memory: [], disk: [] }

  /** `msPerToken` is used until a prompt is measured. */
  constructor(private readonly msPerToken: number) {}

  get knowsProcessing(): boolean {
    return this.processing.length > 0
  }

  processed(from: number, to: number, ms: number): void {
    if (to - from >= leastTokens && ms > 0) this.processing = [...this.processing, { from, to, ms }].slice(-mostSamples)
  }

  copied(tokens: number, ms: number): void {
    this.copies = [...this.copies, { size: tokens, ms }].slice(-mostSamples)
  }

  transferred(tier: 'memory' | 'disk', bytes: number, ms: number): void {
    this.transfers[tier] = [...this.transfers[tier], { size: bytes, ms }].slice(-mostSamples)
  }

  get rates(): Rates {
    return {
      processing: this.processingRates(),
      copy: { startMs: 0, msPerCell: this.copies.length === 0 ? 0 : perUnit(this.copies) },
      memory: this.transferOf('memory'),
      disk: this.transferOf('disk'),
    }
  }

  private transferOf(tier: 'memory' | 'disk'): Transfer {
    const samples = this.transfers[tier]
    if (samples.length === 0) return unmeasured
    const { atZero, slope } = lineThrough(samples.map(({ size, ms }) => ({ x: size, y: ms, weight: 1 })))
    const sizes = samples.map(({ size }) => size)
    const isLine = slope > 0 && atZero >= 0 && Math.max(...sizes) >= leastSpread * Math.min(...sizes)
    return isLine ? { startMs: atZero, bytesPerSecond: 1000 / slope } : { startMs: 0, bytesPerSecond: 1000 / perUnit(samples) }
  }

  /** A line through the measurements, weighted with their tokens: two rates, or one if all were at the same depth. */
  private processingRates(): ProcessingRate[] {
    const points = this.processing.map(({ from, to, ms }) => ({ x: (from + to) / 2, y: ms / (to - from), weight: to - from }))
    if (points.length === 0) return [{ depth: 0, msPerToken: this.msPerToken }]
    const { meanX: depth, meanY: msPerToken, slope, atZero } = lineThrough(points)
    if (slope <= 0 || atZero <= 0 || depth === 0) return [{ depth: 0, msPerToken }]
    return [
      { depth: 0, msPerToken: atZero },
      { depth, msPerToken },
    ]
  }
}

interface Point {
  readonly x: number
  readonly y: number
  readonly weight: number
}

/** Least squares. The slope is 0 if all points have the same x. */
function lineThrough(points: readonly Point[]): {
  readonly meanX: number
  readonly meanY: number
  readonly slope: number
  readonly atZero: number
} {
  const weights = points.reduce((sum, { weight }) => sum + weight, 0)
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point) * point.weight, 0) / weights
  const [meanX, meanY] = [mean(({ x }) => x), mean(({ y }) => y)]
  const spread = mean(({ x }) => (x - meanX) ** 2)
  const slope = spread > 0 ? mean(({ x, y }) => (x - meanX) * (y - meanY)) / spread : 0
  return { meanX, meanY, slope, atZero: meanY - slope * meanX }
}

const perUnit = (samples: readonly Sample[]): number =>
  samples.reduce((sum, { ms }) => sum + ms, 0) /
  Math.max(
    1,
    samples.reduce((sum, { size }) => sum + size, 0),
  )
