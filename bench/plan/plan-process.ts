import { billOf } from '../../core/plan/bill'
import { planSubjectOf } from '../../core/plan/plan-subject'
import { readModelHeader } from '../../main/library/header/read-model-header'
import { machine, settings } from './bill-under-test'

export interface PlanTiming {
  /** Includes JIT compilation. */
  readonly firstMs: number
  readonly timesMs: readonly number[]
  readonly peakBytes: number
}

export async function planProcess([path = '', rounds = '15']: readonly string[]): Promise<number> {
  const beforeBytes = process.memoryUsage.rss()
  const timesMs: number[] = []
  for (let round = 0; round <= Number(rounds); round++) {
    const startedMs = performance.now()
    const { header } = await readModelHeader(path)
    billOf(planSubjectOf(header, 'measured'), settings, machine)
    timesMs.push(performance.now() - startedMs)
  }
  // maxRSS is in KiB on every platform.
  const peakBytes = process.resourceUsage().maxRSS * 1024 - beforeBytes
  process.stdout.write(JSON.stringify({ firstMs: timesMs[0] ?? 0, timesMs: timesMs.slice(1), peakBytes } satisfies PlanTiming))
  return 0
}
