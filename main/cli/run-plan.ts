/** Carries a plan out without a store: progress on stderr, what was measured on stdout. */
import { randomUUID } from 'node:crypto'
import { ratesOf } from '../../core/bench/compare-rates'
import { testName } from '../../core/bench/test-name'
import type { BenchCell, BenchPlan, BenchRun } from '../../core/contract/bench-runs'
import { CodedError } from '../../core/contract/coded-error'
import { describeFailure } from '../../core/contract/sentences'
import { meanAndDeviation } from '../../core/stats/percentile'
import { formatCount, formatMs } from '../../core/text/amounts'
import { exportRuns } from '../bench-files/export-runs'
import { typedPath } from '../library/typed-path'
import type { Resources } from '../paths'
import { BenchEngine } from '../services/bench-engine'
import { checkPlan, plannedCells, subjectOf } from '../services/bench-plan'
import { newRun, titleOf } from '../services/bench-run'
import { BenchRunner, type RunnerProgress } from '../services/bench-runner'
import { forkEngine } from '../supervisor/fork-engine'
import type { Output } from './bench-flags'
import { exitCodeOf } from './exit-codes'

export interface PlanToRun {
  /** As typed: a path, or `pocket`. */
  readonly model: string
  readonly plan: Omit<BenchPlan, 'modelId' | 'title'>
  /** What its quality part is about. */
  readonly text: string
  readonly output: Output
  readonly version: string
}

/** What a shell reports for a program that Ctrl+C ended. */
const interrupted = 130

/** The exit code: that of the first failure among the cells, else 0. Throws UsageError and coded failures. */
export async function runPlan({ model, plan, text, output, version }: PlanToRun, resources: Resources): Promise<number> {
  const path = model === 'pocket' ? resources.embeddedModelPath : typedPath(model)
  const subject = await subjectOf({ id: model, name: model, path })
  const named: BenchPlan = { ...plan, modelId: model, title: titleOf(plan) }
  const { refused } = checkPlan(named, subject.shape)
  const [first] = refused
  // Said as what it is, a refusal of settings: the exit code depends on it.
  if (first && refused.length === plan.variants.length) throw new CodedError(first.failure)
  const results = plannedCells(named, subject.shape)
  let run = newRun(version, { id: randomUUID(), title: named.title, kind: 'compare', model: subject.model, plan: named, results })
  const engine = new BenchEngine(forkEngine(resources.engineEntry), path, {
    onReady: (info) => {
      run = { ...run, engine: info, machine: { ...run.machine, gpus: info.devices } }
    },
    onLoaded: ({ description, parameters }) => {
      run = { ...run, model: { ...run.model, description, parameters } }
    },
    onGone: (reason) => note(`the engine stopped: ${reason}`),
  })
  const abort = abortOnInterrupt()
  try {
    let progress: RunnerProgress | undefined
    const runner = new BenchRunner(results, text, engine, {
      onCells: (cells) => {
        run = { ...run, results: run.results.map((cell) => cells.find(({ index }) => index === cell.index) ?? cell) }
        for (const cell of cells) noteCell(cell, run, progress)
      },
      onProgress: (now) => {
        progress = now
      },
    })
    await runner.run(abort.signal)
  } finally {
    engine.close()
  }
  process.stdout.write(exportRuns([run], output === 'md' ? 'markdown' : output).text)
  if (abort.signal.aborted) return interrupted
  const failure = run.results.find((cell) => cell.failure)?.failure
  return failure ? exitCodeOf(failure) : 0
}

/** The first Ctrl+C ends measuring and prints what there is; a second one ends at once. */
function abortOnInterrupt(): AbortController {
  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => abort.abort())
  return abort
}

function noteCell(cell: BenchCell, { results }: BenchRun, progress: RunnerProgress | undefined): void {
  if (cell.state !== 'done' && cell.state !== 'failed') return
  const ended = results.filter(({ state }) => state === 'done' || state === 'failed').length
  const left = progress?.secondsLeft ? `, ${formatMs(progress.secondsLeft * 1000)} left` : ''
  note(`[${formatCount(ended)} of ${formatCount(results.length)}${left}] ${wordsFor(cell)}`)
}

function wordsFor({ task, result, failure }: BenchCell): string {
  const { keyType, valueType, threads } = task.settings
  const of = `${keyType}:${valueType}${threads === 'auto' ? '' : `, ${threads} thread${threads === 1 ? '' : 's'}`}`
  const what = task.kind === 'speed' ? testName(task.test) : task.kind
  if (failure) return `${what} with ${of} failed: ${describeFailure(failure)}`
  if (result?.kind === 'speed' && task.kind === 'speed') {
    const { mean, deviation } = meanAndDeviation(ratesOf(task.test.prompt + task.test.generated, result.samplesNs))
    return `${what} with ${of}: ${mean.toFixed(2)} ± ${deviation.toFixed(2)} t/s`
  }
  if (result?.kind === 'quality')
    return `${what} of ${of}: KLD ${result.divergence.mean.toFixed(6)}, PPL ${result.perplexity.value.toFixed(4)}`
  return `${what} with ${of}`
}

const note = (line: string): void => void process.stderr.write(`${line}\n`)
