/** `headroom bench --url`: measures a server under load. */

import { coded } from '../../../core/contract/errors/coded-error'
import { loadName, loadNotes } from '../../../core/copy/command-line'
import type { Arrivals } from '../../../core/load/arrivals'
import { figuresOf } from '../../../core/load/figures'
import type { LoadRun } from '../../../core/load/load-run'
import { readTrace } from '../../../core/load/workload/trace'
import type { TraceEntry } from '../../../core/load/workload/trace-entry'
import { environmentNetwork } from '../../library/network/network'
import { realClock } from '../../load/clock'
import { type MeasuredServer, measureServers } from '../../load/measure-server'
import { note, print } from '../input/terminal'
import { textInFile } from '../input/text-file'
import { compareResults } from './compare-results'
import { connectServer } from './connect-server'
import { benchServerOrder, type LoadOrder } from './load-flags'
import { loadNotesOf } from './load-notes'
import { loadOutput } from './load-output'
import { resultFolder, saveResult } from './save-result'

export interface BenchServerTools {
  readonly version: string
  readonly signal: AbortSignal
}

/** Returns 2 if no request was answered. Throws UsageError, coded failures, and the signal's reason. */
export async function benchServer(args: readonly string[], tools: BenchServerTools): Promise<number> {
  const order = benchServerOrder(args)
  if (order.kind === 'compare') return compareResults(order.files)
  const trace = await traceOf(order)
  const servers: MeasuredServer[] = []
  for (const wanted of order.servers) servers.push(await connectServer(wanted, environmentNetwork, tools.signal))
  const folder = order.save === null ? null : await resultFolder(order.save)
  const runs: LoadRun[] = []
  const all = servers.length * order.loads.length * order.rounds
  try {
    await measureServers(
      {
        ...order,
        servers,
        workload: { prompt: order.prompt, output: order.output, shared: order.shared, trace },
        traceName: order.traceFile ?? '',
        requestsOf: (arrivals) => requestsOf(order, arrivals, trace),
      },
      {
        clock: realClock,
        signal: tools.signal,
        onRun: async (run) => {
          runs.push(run)
          noteRun(run, runs.length, all)
          if (folder !== null) await saveResult(folder, run, tools.version)
        },
      },
    )
  } finally {
    if (runs.length > 0) print(loadOutput(runs, order.format, tools.version))
    for (const line of loadNotesOf(runs, servers)) note(line)
  }
  tools.signal.throwIfAborted()
  return runs.some(({ records }) => records.requests.some(({ end }) => end.kind === 'done')) ? 0 : 2
}

function noteRun(run: LoadRun, done: number, all: number): void {
  const { completed, outputThroughput, ttft } = figuresOf(run.records, run.limits)
  note(loadNotes.run(done, all, run.server.url, loadName(run.arrivals), completed, outputThroughput, ttft?.median ?? null))
}

const largestTraceBytes = 256 << 20

async function traceOf({ traceFile, loads }: LoadOrder): Promise<readonly TraceEntry[] | null> {
  if (traceFile === null) return null
  const trace = readTrace(await textInFile(traceFile, largestTraceBytes))
  if ('problem' in trace) throw coded('load-file-refused', { name: traceFile, reason: trace.problem })
  if (!loads.some(({ kind }) => kind === 'trace')) return trace.entries
  const untimed = trace.entries.findIndex(({ atMs }) => atMs === null)
  if (untimed >= 0)
    throw coded('load-file-refused', { name: traceFile, reason: { kind: 'not-a-number', entry: untimed + 1, field: 'at_ms', found: '' } })
  return [...trace.entries].sort((left, right) => (left.atMs ?? 0) - (right.atMs ?? 0))
}

const leastRequests = 32
const requestsPerLane = 4
const secondsOfArrivals = 20

function requestsOf({ requests }: LoadOrder, arrivals: Arrivals, trace: readonly TraceEntry[] | null): number {
  const most = arrivals.kind === 'trace' ? (trace?.length ?? 0) : Number.POSITIVE_INFINITY
  const usual =
    arrivals.kind === 'closed'
      ? arrivals.concurrency * requestsPerLane
      : arrivals.kind === 'poisson'
        ? Math.ceil(arrivals.perSecond * secondsOfArrivals)
        : most
  return Math.min(most, requests ?? Math.max(leastRequests, usual))
}
