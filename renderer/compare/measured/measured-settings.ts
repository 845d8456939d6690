import { sharedCells } from '../../../core/compare/shared-cell'
import { ratesOf } from '../../../core/compare/statistics/compare-rates'
import { suiteFiguresOf } from '../../../core/compare/suite/suite-figures'
import { variantNames } from '../../../core/compare/variant-names'
import type { CompareCell, CompareRun } from '../../../core/contract/compare/compare-runs'
import type { CompareResultOf } from '../../../core/contract/compare/compare-tasks'
import { copy } from '../../../core/copy/copy'
import { meanAndDeviation, percentilesOf } from '../../../core/stats/percentile'
import { cellName } from '../setup/cell-name'
import { importedSettings } from './imported-settings'
import type {
  Estimate,
  FailedCell,
  MeasuredAnswer,
  MeasuredLatency,
  MeasuredPasskey,
  MeasuredQuality,
  MeasuredSetting,
  SpeedPoint,
} from './measured-setting'

export function measuredSettings(run: CompareRun): readonly MeasuredSetting[] {
  if (run.plan === null) return importedSettings(run)
  const names = variantNames(run.plan.variants, copy.compare.settingNames)
  const shared = sharedCells(run.results)
  return run.plan.variants.map((settings, variant) => {
    const cells = run.results.filter((cell) => cell.variant === variant)
    return {
      id: `${run.id} ${variant}`,
      runId: run.id,
      name: names[variant] ?? '',
      isReference: variant === 0,
      settings,
      memory: memoryOf(shared.find((cell) => cell.variant === variant)),
      speeds: speedsOf(cells),
      gapsMs: gapsOf(cells),
      latency: latencyOf(cells),
      quality: qualityOf(cells),
      passkey: passkeyOf(cells),
      suite: suiteFiguresOf(run.results, variant),
      cacheless: resultsOf(cells, 'cacheless')[0] ?? null,
      answers: answersOf(cells),
      failed: cells.flatMap(failedOf),
      waiting: cells.filter(({ state }) => state === 'waiting' || state === 'running').length,
    }
  })
}

type ResultKind = NonNullable<CompareCell['result']>['kind']
function resultsOf<Kind extends ResultKind>(cells: readonly CompareCell[], kind: Kind): readonly CompareResultOf<Kind>[] {
  return cells.flatMap(({ result }) => (result?.kind === kind ? [result as CompareResultOf<Kind>] : []))
}

export function estimateOf(values: readonly number[]): Estimate | null {
  if (values.length === 0) return null
  const { mean, deviation } = meanAndDeviation(values)
  return { value: mean, error: values.length > 1 ? deviation : null }
}

function memoryOf(cell: CompareCell | undefined): MeasuredSetting['memory'] {
  if (!cell?.result) return null
  const { allocatedBytes, predictedBytes, contextTokens } = cell.result.context
  return { plannedBytes: predictedBytes ?? cell.predictedBytes, allocatedBytes, contextTokens }
}

function speedsOf(cells: readonly CompareCell[]): readonly SpeedPoint[] {
  return cells.flatMap(({ task, result }) => {
    if (task.kind !== 'speed' || result?.kind !== 'speed') return []
    const rate = estimateOf(ratesOf(task.test.prompt + task.test.generated, result.samplesNs))
    return rate ? [{ test: task.test, rate, samples: result.samplesNs.length }] : []
  })
}

const isLatency = ({ part }: CompareCell): boolean => part === 'latency'

function gapsOf(cells: readonly CompareCell[]): readonly number[] {
  const ofTurns = resultsOf(cells.filter(isLatency), 'answer').flatMap(({ itlMs }) => itlMs)
  const gaps = ofTurns.length > 0 ? ofTurns : resultsOf(cells, 'speed').flatMap(({ itlMs }) => itlMs)
  return [...gaps].sort((a, b) => a - b)
}

function latencyOf(cells: readonly CompareCell[]): MeasuredLatency | null {
  const turns = resultsOf(cells.filter(isLatency), 'answer')
  if (turns.length === 0) return null
  const known = (values: readonly (number | null)[]) => values.filter((value): value is number => value !== null)
  return {
    ttft: estimateOf(known(turns.map(({ metrics }) => metrics.ttftMs))),
    itl: percentilesOf(turns.flatMap(({ itlMs }) => itlMs)),
    tpot: estimateOf(known(turns.map(({ metrics }) => metrics.tpotMs))),
    turns: turns.map(({ metrics, itlMs }) => ({ ttftMs: metrics.ttftMs, itlMs })),
  }
}

function qualityOf(cells: readonly CompareCell[]): MeasuredQuality | null {
  const [result] = resultsOf(cells, 'quality')
  if (!result) return null
  const { perplexity, logPerplexityRatio, meanDivergence, divergence, topAgreement, rmsProbabilityChange, scoredTokens } = result
  const ratio = Math.exp(logPerplexityRatio.value)
  return {
    perplexity,
    perplexityChange: { value: ratio - 1, error: ratio * logPerplexityRatio.error },
    divergence: { mean: meanDivergence, p99: divergence.p99, p999: divergence.p999, max: divergence.max },
    topAgreement,
    rmsProbabilityChange,
    method: result.method,
    scoredTokens,
  }
}

function passkeyOf(cells: readonly CompareCell[]): MeasuredPasskey | null {
  const byDepth = resultsOf(cells, 'passkey').flatMap((result) => result.byDepth)
  if (byDepth.length === 0) return null
  const sum = (of: 'found' | 'trials') => byDepth.reduce((total, one) => total + one[of], 0)
  return { found: sum('found'), trials: sum('trials'), byDepth: byDepth.sort((a, b) => a.depth - b.depth) }
}

function answersOf(cells: readonly CompareCell[]): readonly MeasuredAnswer[] {
  return cells.flatMap((cell) => {
    const { part, task, result } = cell
    if (part !== 'answers' || task.kind !== 'answer' || result?.kind !== 'answer') return []
    return [{ prompt: task.prompt, tokens: result.tokens }]
  })
}

const failedOf = ({ state, part, task, failure }: CompareCell): readonly FailedCell[] =>
  state === 'failed' && failure ? [{ what: cellName(part, task), failure }] : []
