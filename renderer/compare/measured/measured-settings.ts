import { isOnServer } from '../../../core/compare/on-server'
import { sharedCells } from '../../../core/compare/shared-cell'
import { type ClientTurn, clientFigures, clientTurn } from '../../../core/compare/statistics/client-turn'
import { ratesOf } from '../../../core/compare/statistics/compare-rates'
import { suiteFiguresOf } from '../../../core/compare/suite/suite-figures'
import { variantNames } from '../../../core/compare/variant-names'
import type { CompareCell, CompareRun } from '../../../core/contract/compare/compare-runs'
import type { CompareResultOf } from '../../../core/contract/compare/compare-tasks'
import type { CompareVariant } from '../../../core/contract/compare/compare-variants'
import { copy } from '../../../core/copy/copy'
import { figureValue } from '../../../core/remote/figure'
import { meanAndDeviation, median, percentilesOf } from '../../../core/stats/percentile'
import { cellName } from '../setup/cell-name'
import { importedSettings } from './imported-settings'
import type {
  Estimate,
  FailedCell,
  MeasuredAnswer,
  MeasuredLatency,
  MeasuredPasskey,
  MeasuredQuality,
  MeasuredServer,
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
      server: serverOf(settings, cells),
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
      waiting: cells.filter(({ state }) => isPending(state)).length,
    }
  })
}

const isPending = (state: CompareCell['state']): boolean => state === 'waiting' || state === 'running'

type ResultKind = NonNullable<CompareCell['result']>['kind']
function resultsOf<Kind extends ResultKind>(cells: readonly CompareCell[], kind: Kind): readonly CompareResultOf<Kind>[] {
  return cells.flatMap(({ result }) => (result?.kind === kind ? [result as CompareResultOf<Kind>] : []))
}

export function estimateOf(values: readonly number[]): Estimate | null {
  if (values.length === 0) return null
  const { mean, deviation } = meanAndDeviation(values)
  return values.length > 1 ? { value: mean, error: deviation, median: median(values) } : { value: mean, error: null }
}

function memoryOf(cell: CompareCell | undefined): MeasuredSetting['memory'] {
  if (!cell?.result?.context) return null
  const { allocatedBytes, predictedBytes, contextTokens } = cell.result.context
  return { plannedBytes: predictedBytes ?? cell.predictedBytes, allocatedBytes, contextTokens }
}

function speedsOf(cells: readonly CompareCell[]): readonly SpeedPoint[] {
  return cells.flatMap(({ task, result, state }) => {
    if (task.kind !== 'speed' || result?.kind !== 'speed') return []
    const rate = estimateOf(ratesOf(task.test.prompt + task.test.generated, result.samplesNs))
    return rate ? [{ test: task.test, rate, samples: result.samplesNs.length, isPartial: isPending(state) }] : []
  })
}

const turnsOf = (cells: readonly CompareCell[]): readonly ClientTurn[] =>
  cells.flatMap(({ part, result }) => (part === 'latency' ? (clientTurn(result) ?? []) : []))

function serverOf(variant: CompareVariant, cells: readonly CompareCell[]): MeasuredServer | null {
  if (!isOnServer(variant)) return null
  const turns = turnsOf(cells)
  const { found, serverName, model } = variant
  return {
    kind: found?.kind ?? null,
    version: found?.version ?? null,
    name: serverName,
    model,
    figures: turns.length > 0 ? clientFigures(turns) : null,
  }
}

function gapsOf(cells: readonly CompareCell[]): readonly number[] {
  const ofTurns = turnsOf(cells).flatMap(({ gapsMs }) => gapsMs)
  const gaps = ofTurns.length > 0 ? ofTurns : resultsOf(cells, 'speed').flatMap(({ itlMs }) => itlMs)
  return [...gaps].sort((a, b) => a - b)
}

function latencyOf(cells: readonly CompareCell[]): MeasuredLatency | null {
  const turns = turnsOf(cells)
  if (turns.length === 0) return null
  const { ttftMs, tpotMs, promptTokens, cachedTokens, promptPerSecond, outputPerSecond } = clientFigures(turns)
  return {
    ttft: estimateOf(ttftMs.values),
    itl: percentilesOf(turns.flatMap(({ gapsMs }) => gapsMs)),
    tpot: estimateOf(tpotMs.values),
    turns: turns.map(({ figures, gapsMs }) => ({ ttftMs: figureValue(figures.ttftMs), itlMs: gapsMs })),
    client: {
      promptTokens: estimateOf(promptTokens.values),
      cachedTokens: estimateOf(cachedTokens.values),
      promptRate: estimateOf(promptPerSecond.values),
      outputRate: estimateOf(outputPerSecond.values),
    },
  }
}

function qualityOf(cells: readonly CompareCell[]): MeasuredQuality | null {
  const [result] = resultsOf(cells, 'quality')
  if (!result) return null
  const {
    perplexity,
    referencePerplexity,
    logPerplexityRatio,
    meanDivergence,
    divergence,
    topAgreement,
    rmsProbabilityChange,
    scoredTokens,
  } = result
  const ratio = Math.exp(logPerplexityRatio.value)
  return {
    perplexity,
    referencePerplexity: referencePerplexity.value,
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
  return cells.flatMap((cell): readonly MeasuredAnswer[] => {
    const { part, task, result } = cell
    if (part !== 'answers') return []
    if (task.kind === 'answer' && result?.kind === 'answer') return [{ prompt: task.prompt, text: result.text, tokens: result.tokens }]
    if (task.kind !== 'server' || task.ask.kind !== 'answer' || result?.kind !== 'server-answer') return []
    return [{ prompt: task.ask.prompt, text: result.text, tokens: null }]
  })
}

const failedOf = ({ state, part, task, failure }: CompareCell): readonly FailedCell[] =>
  state === 'failed' && failure ? [{ what: cellName(part, task), failure }] : []
