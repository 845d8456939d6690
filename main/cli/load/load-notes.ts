/** What a reader of the table has to know: the knee, how lengths were counted, failures, and how late the load generator was. */

import type { Failure } from '../../../core/contract/errors/errors'
import { loadName, loadNotes } from '../../../core/copy/command-line'
import { describeFailure } from '../../../core/copy/failures'
import type { Arrivals } from '../../../core/load/arrivals'
import { figuresOf, type RunFigures } from '../../../core/load/figures'
import { kneeOf } from '../../../core/load/knee'
import { type LoadRun, sameArrivals } from '../../../core/load/load-run'
import { isTooLate } from '../../../core/load/overhead'
import type { MeasuredServer } from '../../load/measure-server'
import { pairedNotes } from './paired-notes'

export function loadNotesOf(runs: readonly LoadRun[], servers: readonly MeasuredServer[]): string[] {
  if (runs.length === 0) return []
  const figures = runs.map((run) => figuresOf(run.records, run.limits))
  const total = (of: (figures: RunFigures) => number) => figures.reduce((sum, one) => sum + of(one), 0)
  const [pieces, interrupted] = [total((one) => one.countedByPieces), total((one) => one.interrupted)]
  return [
    ...pairedNotes(runs, servers),
    ...servers.flatMap(({ server }) => kneeNotes(runs.filter((run) => run.server === server))),
    ...new Set(servers.map(({ calibration }) => loadNotes.lengths(calibration.by, calibration.templateTokens))),
    ...(pieces > 0 ? [loadNotes.pieces(pieces)] : []),
    ...failureNotes(runs),
    ...(interrupted > 0 ? [loadNotes.interrupted(interrupted)] : []),
    ...lateNotes(runs, figures),
  ]
}

function lateNotes(runs: readonly LoadRun[], figures: readonly RunFigures[]): string[] {
  const delays = runs.map(({ loopDelay }) => loopDelay)
  const most = Math.max(...delays.map(({ p99Ms }) => p99Ms))
  const sent = Math.max(...figures.map(({ lateness }) => lateness?.p99 ?? 0))
  const isOpen = runs.some(({ arrivals }) => arrivals.kind !== 'closed')
  return [loadNotes.delay(most, delays.filter(isTooLate).length, runs.length), ...(isOpen ? [loadNotes.sentLate(sent)] : [])]
}

function failureNotes(runs: readonly LoadRun[]): string[] {
  const byCode = new Map<string, { requests: number; readonly first: Failure | undefined }>()
  for (const { end } of runs.flatMap(({ records }) => records.requests)) {
    if (end.kind !== 'failed') continue
    const known = byCode.get(end.code)
    if (known) known.requests++
    else byCode.set(end.code, { requests: 1, first: end.failure })
  }
  return [...byCode].map(([code, { requests, first }]) => loadNotes.failed(requests, code, first ? describeFailure(first) : null))
}

/** Finds the knee of each kind of load separately, because a concurrency and a rate are not on the same axis. */
function kneeNotes(runs: readonly LoadRun[]): string[] {
  return (['closed', 'poisson'] as const).flatMap((kind) => {
    const loads: Arrivals[] = []
    for (const { arrivals } of runs) if (arrivals.kind === kind && !loads.some((load) => sameArrivals(load, arrivals))) loads.push(arrivals)
    loads.sort((left, right) => amountOf(left) - amountOf(right))
    const knee = kneeOf(loads.map((load) => pointOf(runs.filter(({ arrivals }) => sameArrivals(arrivals, load)))))
    const load = knee && loads[knee.index]
    const [first] = runs
    return knee && load && first ? [loadNotes.knee(first.server.url, loadName(load), knee)] : []
  })
}

const amountOf = (arrivals: Arrivals): number =>
  arrivals.kind === 'closed' ? arrivals.concurrency : arrivals.kind === 'poisson' ? arrivals.perSecond : 0

function pointOf(rounds: readonly LoadRun[]): { throughput: number; latencyMs: number } | null {
  const figures = rounds.map((run) => figuresOf(run.records, run.limits))
  const mean = (of: (figures: RunFigures) => number | null): number =>
    figures.reduce((sum, one) => sum + (of(one) ?? 0), 0) / figures.length
  if (figures.some(({ endToEnd }) => endToEnd === null)) return null
  return { throughput: mean((one) => one.requestThroughput), latencyMs: mean((one) => one.endToEnd?.mean ?? null) }
}
