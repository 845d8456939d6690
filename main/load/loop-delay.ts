import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { LoopDelay } from '../../core/load/overhead'

const timerMs = 1

/** Returns a function that ends the measurement. */
export function watchLoopDelay(): () => LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: timerMs })
  const before = performance.eventLoopUtilization()
  histogram.enable()
  return () => {
    histogram.disable()
    // The histogram has the time between two runs of a timer, which is due after 1 ms.
    const late = (ns: number): number => Math.max(0, ns / 1e6 - timerMs)
    const busy = performance.eventLoopUtilization(before).utilization
    if (histogram.count === 0) return { p50Ms: 0, p99Ms: 0, mostMs: 0, busy }
    return { p50Ms: late(histogram.percentile(50)), p99Ms: late(histogram.percentile(99)), mostMs: late(histogram.max), busy }
  }
}
