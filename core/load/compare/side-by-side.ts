import { leastRelativeDifference, mostBlurOfSameSpeed } from '../../compare/statistics/thresholds'
import { meanAndDeviation } from '../../stats/percentile'
import { studentT } from '../../stats/student-t'
import type { Measure, ResultRun, ResultSetting } from './result-run'

export interface ComparedMeasure {
  readonly name: string
  readonly first: Measure
  readonly second: Measure
  /** Second / first. null if the first is 0. */
  readonly ratio: number | null
  /** The verdict on the second. null if one of them has no spread. */
  readonly verdict: MeasureVerdict | null
}
export type MeasureVerdict = 'better' | 'worse' | 'equal' | 'unclear'

export interface ComparedSetting {
  readonly first: ResultSetting
  /** The same as `first`, unless each file has only one setting. */
  readonly second: ResultSetting
  readonly measures: readonly ComparedMeasure[]
}

export function sideBySide(first: readonly ResultRun[], second: readonly ResultRun[]): ComparedSetting[] {
  const [left, right] = [merged(first), merged(second)]
  const key = hasOneType(left) && hasOneType(right) ? keyWithoutTypes : keyOf
  const [onlyLeft] = left
  const [onlyRight] = right
  const pairs =
    left.length === 1 && right.length === 1 && onlyLeft && onlyRight
      ? [[onlyLeft, onlyRight] as const]
      : left.flatMap((run) => {
          const other = right.find(({ setting }) => key(setting) === key(run.setting))
          return other ? [[run, other] as const] : []
        })
  return pairs.map(([one, other]) => ({
    first: one.setting,
    second: other.setting,
    measures: one.measures.flatMap((measure) => {
      const match = other.measures.find(({ name }) => name === measure.name)
      return match ? [compared(measure, match)] : []
    }),
  }))
}

const hasOneType = (runs: readonly ResultRun[]): boolean =>
  new Set(runs.map(({ setting }) => (setting.kind === 'test' ? setting.types : ''))).size === 1

const keyWithoutTypes = (setting: ResultSetting): string => (setting.kind === 'test' ? setting.name : keyOf(setting))

const keyOf = (setting: ResultSetting): string => JSON.stringify(setting)

/** Runs of the same setting become one whose spread is that between the runs. */
function merged(runs: readonly ResultRun[]): ResultRun[] {
  const bySetting = new Map<string, ResultRun[]>()
  for (const run of runs) bySetting.set(keyOf(run.setting), [...(bySetting.get(keyOf(run.setting)) ?? []), run])
  return [...bySetting.values()].map((same) => {
    const [run] = same as [ResultRun, ...ResultRun[]]
    if (same.length === 1) return run
    return { setting: run.setting, measures: run.measures.flatMap((measure) => acrossRuns(measure, same) ?? []) }
  })
}

function acrossRuns(measure: Measure, runs: readonly ResultRun[]): Measure | undefined {
  const values = runs.flatMap(({ measures }) => measures.find(({ name }) => name === measure.name)?.value ?? [])
  if (values.length < runs.length) return undefined
  const { mean, deviation } = meanAndDeviation(values)
  return { ...measure, value: mean, error: deviation / Math.sqrt(values.length), count: values.length }
}

const compared = (first: Measure, second: Measure): ComparedMeasure => ({
  name: first.name,
  first,
  second,
  ratio: first.value > 0 ? second.value / first.value : null,
  verdict: verdictOf(first, second),
})

/** The 95% interval of the difference. Source: B. L. Welch, Biometrika 34 (1947), 28-35. */
function verdictOf(first: Measure, second: Measure): MeasureVerdict | null {
  if (first.error === null || second.error === null || first.value <= 0) return null
  const [left, right] = [first.error ** 2, second.error ** 2]
  const freedom = (left + right) ** 2 / (left ** 2 / (first.count - 1) + right ** 2 / (second.count - 1))
  const change = second.value / first.value - 1
  const blur = left + right === 0 ? 0 : (studentT(Math.max(1, freedom)) * Math.sqrt(left + right)) / first.value
  if (Math.abs(change) <= blur && blur > mostBlurOfSameSpeed) return 'unclear'
  if (Math.abs(change) <= blur || Math.abs(change) < leastRelativeDifference) return 'equal'
  return change > 0 === (first.better === 'higher') ? 'better' : 'worse'
}
