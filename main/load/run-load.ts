/** Sends each request once. A failed request is not sent again. */
import { setMaxListeners } from 'node:events'
import type { RequestRecord, RunRecords } from '../../core/load/record'
import type { LoadClock } from './clock'
import { type LoadJob, type Send, sendJob } from './send-job'

export interface LoadPlan {
  readonly jobs: readonly LoadJob[]
  /** null: each request is sent when it is due. */
  readonly concurrency: number | null
}

export interface LoadTools {
  readonly send: Send
  readonly clock: LoadClock
  readonly signal: AbortSignal
}

/** Returns what was measured if `signal` aborts. The records are in the order in which the requests were sent. */
export async function runLoad({ jobs, concurrency }: LoadPlan, tools: LoadTools): Promise<RunRecords> {
  const { clock, signal } = tools
  // Each open request listens for the abort.
  setMaxListeners(0, signal)
  const startMs = clock.now()
  const records: Promise<RequestRecord>[] = []
  const start = (job: LoadJob): Promise<RequestRecord> => {
    const record = sendJob(job, startMs, tools)
    records.push(record)
    return record
  }
  if (concurrency === null) {
    for (const job of jobs) {
      await clock.until(startMs + (job.dueMs ?? 0), signal)
      if (signal.aborted) break
      void start(job)
    }
  } else {
    const waiting = jobs.values()
    const lane = async () => {
      for (const job of waiting) {
        if (signal.aborted) return
        await start(job)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, lane))
  }
  const requests = await Promise.all(records)
  return { durationMs: clock.now() - startMs, requests }
}
