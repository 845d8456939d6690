import { loadName, type PairedMeasure, pairedText } from '../../../core/copy/command-line'
import { pairedRatio, verdictOfRatio } from '../../../core/load/compare/paired-ratio'
import { figuresOf, type RunFigures } from '../../../core/load/figures'
import { type LoadRun, sameArrivals } from '../../../core/load/load-run'
import type { MeasuredServer } from '../../load/measure-server'

const measures: readonly { readonly name: PairedMeasure; readonly of: (figures: RunFigures) => number | null }[] = [
  { name: 'outputThroughput', of: ({ outputThroughput }) => outputThroughput },
  { name: 'ttft', of: ({ ttft }) => ttft?.mean ?? null },
  { name: 'tpot', of: ({ tpot }) => tpot?.mean ?? null },
  { name: 'endToEnd', of: ({ endToEnd }) => endToEnd?.mean ?? null },
]

/** The verdicts on two servers. Only rounds in which both were measured to the end count. */
export function pairedNotes(runs: readonly LoadRun[], [first, second]: readonly MeasuredServer[]): string[] {
  if (!first || !second) return []
  const whole = runs.filter(({ records }) => records.requests.every(({ end }) => end.kind !== 'interrupted'))
  const loads = runs.map(({ arrivals }) => arrivals).filter((load, at, all) => all.findIndex((other) => sameArrivals(other, load)) === at)
  const rounds = new Set(whole.map(({ round }) => round))
  const lines = loads.flatMap((load) => {
    const figures = (measured: MeasuredServer) =>
      [...rounds].map((round) => {
        const run = whole.find((one) => one.server === measured.server && one.round === round && sameArrivals(one.arrivals, load))
        return run ? figuresOf(run.records, run.limits) : null
      })
    const [left, right] = [figures(first), figures(second)]
    return measures.flatMap(({ name, of }) => {
      const ratio = pairedRatio(
        left.map((one) => one && of(one)),
        right.map((one) => one && of(one)),
      )
      return ratio ? [pairedText.line(loadName(load), name, ratio, verdictOfRatio(ratio))] : []
    })
  })
  return [pairedText.head(first.server.url, second.server.url, rounds.size), ...(lines.length > 0 ? lines : [pairedText.tooFew])]
}
