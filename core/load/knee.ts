/**
 * The knee of latency against throughput is the point with the highest power, which is throughput / latency. Of an M/M/1 queue, it is half of
 * the capacity; of a closed system without variance, it is the concurrency at which the bottleneck is just busy.
 *
 * Source: L. Kleinrock, "Power and deterministic rules of thumb for probabilistic problems in computer communications", ICC 1979; R. Jain,
 * "The Art of Computer Systems Performance Analysis", 1991, section 3.3.
 */
export interface LoadPoint {
  readonly throughput: number
  readonly latencyMs: number
}

export interface Knee {
  readonly index: number
  /** `first`, `last`: the knee can lie outside of the points. */
  readonly at: 'first' | 'inside' | 'last'
}

const leastPoints = 3

/** `points` are in the order of the load. Returns null for fewer than three usable points. */
export function kneeOf(points: readonly (LoadPoint | null)[]): Knee | null {
  const usable = points.flatMap((point, index) =>
    point && point.throughput > 0 && point.latencyMs > 0 ? [{ index, power: point.throughput / point.latencyMs }] : [],
  )
  if (usable.length < leastPoints) return null
  const best = usable.reduce((highest, point) => (point.power > highest.power ? point : highest))
  const at = best === usable[0] ? 'first' : best === usable.at(-1) ? 'last' : 'inside'
  return { index: best.index, at }
}
