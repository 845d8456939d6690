/**
 * Sends each request once. A failed request is not sent again. Answers are parsed after the run, so that no token waits for the parsing of
 * another.
 */
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
  /** Ends the measurement of the load generator before it parses. */
  readonly onArrived?: () => void
}

/** A token that waits to be parsed takes about 500 bytes. */
const mostHeldTokens = 1_000_000

/** Returns what was measured if `signal` aborts. The records are in the order in which the requests were sent. */
export async function runLoad({ jobs, concurrency }: LoadPlan, { send, clock, signal, onArrived }: LoadTools): Promise<RunRecords> {
  // Each open request listens for the abort.
  setMaxListeners(0, signal)
  let parse = () => {}
  const isHeld = jobs.reduce((sum, { plannedOutputTokens }) => sum + (plannedOutputTokens ?? 0), 0) <= mostHeldTokens
  const parsing = isHeld ? new Promise<void>((resolve) => (parse = resolve)) : null
  const startMs = clock.now()
  const arrivals: Promise<void>[] = []
  const records: Promise<RequestRecord>[] = []
  const start = (job: LoadJob): Promise<void> => {
    const { arrived, record } = sendJob(job, { send, clock, signal, startMs, parsing })
    arrivals.push(arrived)
    records.push(record)
    return arrived
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
  await Promise.all(arrivals)
  const durationMs = clock.now() - startMs
  onArrived?.()
  parse()
  return { durationMs, requests: await Promise.all(records) }
}
