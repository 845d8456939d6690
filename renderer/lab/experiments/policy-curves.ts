/** Quality against the share of cells removed, one curve per policy, as in kvpress's leaderboard. */
import { type ExperimentResult, isEstimate, type ResultEstimate, type ResultRow } from '../../../core/lab/experiments/experiment'
import { type QuestionMode, recallTasks, taskColumns } from '../../../core/lab/experiments/policy-measures'
import type { ChartValue } from '../../ui/charts/line-chart-view'

export interface PolicyCurve {
  readonly policy: string
  /** In ascending order of `x`, the removed share as a whole percentage. */
  readonly points: readonly { readonly x: number; readonly y: ChartValue }[]
}

export const mostCurves = 7

/** Best policy first. All curves begin at the full cache. A policy that removes no cells has no curve. */
export function curvesOf({ rows }: Pick<ExperimentResult, 'rows'>, mode: QuestionMode): PolicyCurve[] {
  const full = rows.find(({ policy }) => policy === 'full')
  const measured = recallTasks.filter((task) => rows.some((row) => row.mode === mode && isEstimate(row[taskColumns[task]])))
  const start = full && pointOf(full, measured)
  const own = rows.filter((row) => row.mode === mode)
  return [...new Set(own.map((row) => String(row.policy)))]
    .map((policy) => {
      const points = own.filter((row) => row.policy === policy).flatMap((row) => pointOf(row, measured) ?? [])
      return { policy, points: [...(start ? [start] : []), ...points].toSorted((a, b) => a.x - b.x) }
    })
    .filter(({ points }) => points.length > 1)
    .toSorted((a, b) => meanOf(b) - meanOf(a))
}

export function firstShown(curves: readonly PolicyCurve[]): string[] {
  const best = curves.slice(0, mostCurves - 1)
  const last = curves.at(-1)
  return [...new Set([...best, ...(last ? [last] : [])].map(({ policy }) => policy))]
}

function pointOf(row: ResultRow, tasks: readonly (typeof recallTasks)[number][]): PolicyCurve['points'][number] | null {
  const estimates = tasks.map((task) => row[taskColumns[task]]).filter(isEstimate)
  if (estimates.length === 0) return null
  const value = estimates.reduce((sum, one) => sum + one.value, 0) / estimates.length
  // Tasks have different prompts, so their errors are independent.
  const errorOf = (of: (estimate: ResultEstimate) => number) =>
    Math.sqrt(estimates.reduce((sum, one) => sum + of(one) ** 2, 0)) / estimates.length
  const span = [value - errorOf((one) => one.value - one.low), value + errorOf((one) => one.high - one.value)] as const
  return { x: Math.round(100 * Number(row.compressionRatio)), y: { value, error: null, span } }
}

const meanOf = ({ points }: PolicyCurve): number => points.reduce((sum, { y }) => sum + y.value, 0) / points.length
