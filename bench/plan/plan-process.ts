/** One measurement in a process of its own, so that its memory is its own: plans of one file, read anew each time. */
import { billOf } from '../../core/plan/bill'
import { planSubjectOf } from '../../core/plan/plan-subject'
import { readModelHeader } from '../../main/library/header/read-model-header'
import { machine, settings } from './bill-under-test'

export interface PlanTiming {
  /** The first plan of a process, which compiles what it runs. */
  readonly firstMs: number
  readonly timesMs: readonly number[]
  /** What the process had at its peak beyond what it had before the first plan. */
  readonly peakBytes: number
}

/** Prints a PlanTiming as JSON. */
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
