import type { RequestRecord } from './record'

export interface Peaks {
  /** Most pieces of text in one second of the run. */
  readonly peakOutputPerSecond: number
  /** Most requests at the same time, from sending to the last text. */
  readonly peakConcurrency: number
}

/**
 * Source: `calculate_metrics` in vllm/benchmarks/serve.py, vLLM 0.33.0. Its concurrency is that of whole seconds, which is too high; this one
 * is exact.
 */
export function peaksOf(done: readonly RequestRecord[]): Peaks {
  const startMs = done.reduce((least, { sentMs }) => Math.min(least, sentMs), Number.POSITIVE_INFINITY)
  const bySecond = new Map<number, number>()
  for (const { textMs } of done)
    for (const at of textMs) {
      const second = Math.floor((at - startMs) / 1000)
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1)
    }
  return { peakOutputPerSecond: Math.max(0, ...bySecond.values()), peakConcurrency: peakConcurrencyOf(done) }
}

function peakConcurrencyOf(done: readonly RequestRecord[]): number {
  const changes = done
    .flatMap(({ sentMs, textMs, endMs }) => [
      { at: sentMs, by: 1 },
      { at: textMs.at(-1) ?? endMs, by: -1 },
    ])
    .sort((left, right) => left.at - right.at || left.by - right.by)
  let current = 0
  let peak = 0
  for (const { by } of changes) {
    current += by
    peak = Math.max(peak, current)
  }
  return peak
}
