import type { Arrivals } from '../../core/load/arrivals'
import type { LoadLimits } from '../../core/load/figures'
import type { LoadRun, LoadServer } from '../../core/load/load-run'
import type { LoopDelay } from '../../core/load/overhead'
import type { Calibration } from '../../core/load/workload/calibration'
import type { Workload } from '../../core/load/workload/plan-requests'
import type { LoadClock } from './clock'
import { watchLoopDelay } from './loop-delay'
import { type Preparation, prepareJobs, type WantedJobs } from './prepare-jobs'
import { runLoad } from './run-load'
import type { Send } from './send-job'
import type { CountTokens } from './token-counter'

export interface MeasuredServer {
  readonly server: LoadServer
  readonly calibration: Calibration
  readonly count: CountTokens | null
  readonly send: Send
}

export interface LoadSweep {
  readonly servers: readonly MeasuredServer[]
  readonly loads: readonly Arrivals[]
  readonly rounds: number
  readonly workload: Workload
  readonly traceName: string
  readonly requestsOf: (arrivals: Arrivals) => number
  readonly warmUp: number
  readonly limits: LoadLimits
  readonly seed: number
}

export interface SweepTools {
  readonly clock: LoadClock
  readonly signal: AbortSignal
  readonly onRun: (run: LoadRun) => Promise<void>
}

/** In each round, every load is measured on every server, in every second round backwards. Ends early if the signal aborts. */
export async function measureServers(sweep: LoadSweep, tools: SweepTools): Promise<void> {
  let text = sweep.seed
  for (const measured of sweep.servers) await warmUp(measured, sweep, ++text, tools)
  for (let round = 1; round <= sweep.rounds; round++) {
    const steps = sweep.loads.flatMap((arrivals, load) => sweep.servers.map((measured) => ({ arrivals, load, measured })))
    for (const { arrivals, load, measured } of round % 2 === 0 ? steps.reverse() : steps) {
      if (tools.signal.aborted) return
      const lengths = sweep.seed + round * 1000 + load
      const run = await measure(measured, arrivals, round, { lengths, text: ++text * 7919 }, sweep, tools)
      if (run) await tools.onRun(run)
    }
  }
}

/** Sends other prompts than the measured ones, which must not be in the server's cache. */
async function warmUp(measured: MeasuredServer, sweep: LoadSweep, text: number, tools: SweepTools): Promise<void> {
  if (sweep.warmUp === 0 || tools.signal.aborted) return
  const arrivals: Arrivals = { kind: 'closed', concurrency: sweep.warmUp }
  const jobs = await jobsFor(measured, sweep, { arrivals, requests: sweep.warmUp, seeds: { lengths: text, text: text * 7919 } }, tools)
  await runLoad({ jobs, concurrency: sweep.warmUp }, { send: measured.send, clock: tools.clock, signal: tools.signal })
}

async function measure(
  measured: MeasuredServer,
  arrivals: Arrivals,
  round: number,
  seeds: WantedJobs['seeds'],
  sweep: LoadSweep,
  tools: SweepTools,
): Promise<LoadRun | null> {
  const jobs = await jobsFor(measured, sweep, { arrivals, requests: sweep.requestsOf(arrivals), seeds }, tools)
  const startedAt = Date.now()
  const endWatch = watchLoopDelay()
  let loopDelay: LoopDelay | undefined
  const records = await runLoad(
    { jobs, concurrency: arrivals.kind === 'closed' ? arrivals.concurrency : null },
    {
      send: measured.send,
      clock: tools.clock,
      signal: tools.signal,
      onArrived: () => {
        loopDelay = endWatch()
      },
    },
  )
  if (records.requests.length === 0 || !loopDelay) return null
  return {
    server: measured.server,
    arrivals,
    round,
    startedAt,
    limits: sweep.limits,
    lengthsBy: measured.calibration.by,
    shared: sweep.workload.shared,
    loopDelay,
    records,
  }
}

function jobsFor(
  { server, calibration, count }: MeasuredServer,
  { workload, traceName }: LoadSweep,
  wanted: Pick<WantedJobs, 'arrivals' | 'requests' | 'seeds'>,
  { signal }: SweepTools,
) {
  const preparation: Preparation = { model: server.model, calibration, count: calibration.by === 'tokenizer' ? count : null, signal }
  return prepareJobs({ ...wanted, workload, traceName }, preparation)
}
