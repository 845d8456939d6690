import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type GateAnswer, worstOf } from '../../../core/compare/gate/judge'
import { cheapestFinding, gateFindings } from '../../../core/compare/gate/judge-run'
import { searchResult } from '../../../core/compare/gate/search-result'
import { isOnServer } from '../../../core/compare/on-server'
import { ratesOf } from '../../../core/compare/statistics/compare-rates'
import { callCounts, schemaCounts } from '../../../core/compare/suite/suite-figures'
import { testName } from '../../../core/compare/test-name'
import { variantNames } from '../../../core/compare/variant-names'
import { type CompareCell, type ComparePlan, type CompareRun, comparePlan } from '../../../core/contract/compare/compare-runs'
import type { CompareResult } from '../../../core/contract/compare/compare-tasks'
import { CodedError, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { searchNotes } from '../../../core/copy/command-line'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'
import { figureValue } from '../../../core/remote/figure'
import { meanAndDeviation } from '../../../core/stats/percentile'
import { formatCount, formatMs } from '../../../core/text/amounts'
import { exportRuns } from '../../compare-files/export-runs'
import { typedPath } from '../../library/files/typed-path'
import { modelIdOf } from '../../library/header/describe-file'
import { embeddedModelId } from '../../library/scan/model-library'
import type { Resources } from '../../paths'
import { CompareEngine } from '../../services/compare/compare-engine'
import { checkPlan, plannedCells, subjectOf } from '../../services/compare/compare-plan'
import { newRun, titleOf } from '../../services/compare/compare-run'
import { CompareRunner, type RunnerProgress } from '../../services/compare/compare-runner'
import { type PlanSubject, subjectOnServers } from '../../services/compare/compare-source'
import { GateRunner } from '../../services/compare/gate-runner'
import { type ServerAccess, ServerMeter } from '../../services/compare/server-meter'
import { storedSearch, storeSearch } from '../../services/compare/stored-search'
import { forkEngine } from '../../supervisor/fork-engine'
import { exitCodeOf, exitCodeOfGate } from '../input/exit-codes'
import { UsageError } from '../input/flags'
import type { Output } from '../input/measuring-flags'
import { note, print } from '../input/terminal'
import { threadsNote } from './threads-note'

export interface PlanToRun {
  /** null if all settings are on servers. */
  readonly model: string | null
  readonly plan: Omit<ComparePlan, 'modelId' | 'title'>
  readonly text: string
  readonly output: Output
  readonly memory?: SearchMemory
  /** Absent without settings on servers. */
  readonly access?: ServerAccess
}

/** Where searches are stored. */
export interface SearchMemory {
  readonly folder: string
  readonly isAgain: boolean
}

export interface Measuring {
  readonly resources: Resources
  readonly version: string
  readonly signal: AbortSignal
}

/** Returns the exit code for the first failed cell (in a search: only of the reference), or for the accuracy limits if no cell failed. */
export async function runPlan(wanted: PlanToRun, { resources, version, signal }: Measuring): Promise<number> {
  const { plan, text, output, memory, access } = wanted
  const subject = await subjectFrom(wanted, resources)
  const { path } = subject
  const { id } = subject.model
  const fingerprint = memory && (await subject.fingerprint())
  const known = memory && !memory.isAgain ? recalled(memory, id, wanted) : null
  if (known && known.model.fingerprint === fingerprint) {
    note(searchNotes.remembered(known.endedAt ?? known.startedAt))
    printTable(known, output)
    return codeOf(known)
  }
  if (known) note(searchNotes.changed(known.endedAt ?? known.startedAt))
  const named: ComparePlan = { ...plan, modelId: id, title: memory ? copy.compare.gate.search.runTitle : titleOf(plan) }
  const parsed = comparePlan.safeParse({ ...named, title: '' })
  if (!parsed.success) throw wrongPlan(parsed.error)
  const { refused } = checkPlan(named, subject.shape)
  const [first] = refused
  if (first && refused.length === plan.variants.length) throw new CodedError(first.failure)
  const results = plannedCells(named, subject.shape)
  const subjectModel = fingerprint === undefined ? subject.model : { ...subject.model, fingerprint }
  let run = newRun(version, { id: randomUUID(), title: named.title, kind: 'compare', model: subjectModel, plan: named, results })
  const meter = access && new ServerMeter(forkEngine(resources.remoteEngineEntry), access)
  const engine = new CompareEngine(forkEngine(resources.engineEntry), path, undefined, meter)
  engine.started.listen((info) => {
    run = { ...run, engine: info, machine: { ...run.machine, gpus: info.devices } }
  })
  engine.loaded.listen(({ description, parameters }) => {
    run = { ...run, model: { ...run.model, description, parameters } }
  })
  engine.died.listen((reason) => note(`the engine stopped. ${copy.reasons.engineEnd(reason)}`))
  try {
    let progress: RunnerProgress | undefined
    const said = new Set<string>()
    const runner =
      named.gate?.isSearch && subject.shape
        ? new GateRunner(named, results, subject.shape, text, engine)
        : new CompareRunner(results, text, engine)
    if (runner instanceof GateRunner)
      runner.variantsChanged.listen((variants) => {
        run = { ...run, plan: run.plan && { ...run.plan, variants: [...variants] } }
      })
    runner.progressed.listen((now) => {
      progress = now
    })
    runner.cellsChanged.listen((cells) => {
      const all = [...run.results]
      for (const cell of cells) all[cell.index] = cell
      run = { ...run, results: all }
      for (const cell of cells) {
        const { task, result } = cell
        const fewer = task.kind !== 'server' && result?.context ? threadsNote(task.settings.threads, result.context) : null
        if (fewer && !said.has(fewer)) note(fewer)
        if (fewer) said.add(fewer)
        noteCell(cell, run, progress)
      }
    })
    await runner.run(signal)
  } finally {
    engine.close()
  }
  printTable(run, output)
  if (signal.aborted) note(`${formatCount(inState(run, 'done'))} of ${formatCount(run.results.length)} measurements had ended.`)
  signal.throwIfAborted()
  if (memory) keep(memory, run, text)
  return codeOf(run)
}

function subjectFrom({ model, plan: { variants } }: PlanToRun, { embeddedModelPath }: Resources): Promise<PlanSubject> {
  if (model === null) return Promise.resolve(subjectOnServers(variants.filter(isOnServer)))
  const path = model === 'pocket' ? embeddedModelPath : typedPath(model)
  return subjectOf({ id: path === embeddedModelPath ? embeddedModelId : modelIdOf(path), name: model, path })
}

const printTable = (run: CompareRun, output: Output): void => print(exportRuns([run], output === 'md' ? 'markdown' : output).text)

function recalled({ folder }: SearchMemory, modelId: string, { plan, text }: PlanToRun): CompareRun | null {
  try {
    return storedSearch(folder, modelId, plan, text)
  } catch (error) {
    note(searchNotes.notRead(describeFailure(failureIn(error))))
    return null
  }
}

function keep({ folder }: SearchMemory, run: CompareRun, text: string): void {
  if (!searchResult(run)) return
  const [cells, done, failed] = [run.results.length, inState(run, 'done'), inState(run, 'failed')]
  try {
    storeSearch(folder, { ...run, state: 'done', endedAt: Date.now(), cells, done, failed }, text)
  } catch (error) {
    note(searchNotes.notStored(describeFailure(failureIn(error))))
  }
}

const inState = ({ results }: CompareRun, wanted: CompareCell['state']): number => results.filter(({ state }) => state === wanted).length

/** Rethrows `error` if it has no code. */
function failureIn(error: unknown): Failure {
  const failure = failureOf(error)
  if (!failure) throw error
  return failure
}

function codeOf(run: CompareRun): number {
  const isSearch = run.plan?.gate?.isSearch === true
  const failure = run.results.find((cell) => cell.failure && (cell.variant === 0 || !isSearch))?.failure
  if (failure) return exitCodeOf(failure)
  return run.plan?.gate ? exitCodeOfGate(judged(run, isSearch)) : 0
}

function judged(run: CompareRun, isSearch: boolean): GateAnswer {
  const texts = copy.compare.gate
  const findings = gateFindings(run)
  const names = variantNames(run.plan?.variants ?? [], copy.compare.settingNames)
  for (const finding of findings) note(texts.finding(names[finding.variant] ?? '', finding))
  if (!isSearch) return worstOf(findings.map(({ answer }) => answer))
  const cheapest = cheapestFinding(findings)
  note(texts.cheapest(cheapest ? { name: names[cheapest.variant] ?? '', cacheBytes: cheapest.cacheBytes } : null, findings))
  return cheapest ? 'within' : findings.some(({ answer }) => answer === 'unclear') ? 'unclear' : 'beyond'
}

function wrongPlan({ issues: [issue] }: z.core.$ZodError): UsageError {
  return new UsageError(`this cannot be measured: ${issue?.path.join('.')}: ${issue?.message}`)
}

function noteCell(cell: CompareCell, run: CompareRun, progress: RunnerProgress | undefined): void {
  if (cell.state !== 'done' && cell.state !== 'failed') return
  const { results } = run
  const ended = results.filter(({ state }) => state === 'done' || state === 'failed').length
  const left = progress?.secondsLeft ? `, ${formatMs(progress.secondsLeft * 1000)} left` : ''
  note(`[${formatCount(ended)} of ${formatCount(results.length)}${left}] ${wordsFor(cell, run)}`)
}

function serverWords({ part, task, result, failure, variant }: CompareCell, run: CompareRun): string {
  const name = variantNames(run.plan?.variants ?? [], copy.compare.settingNames)[variant] ?? ''
  const what = task.kind === 'server' && task.ask.kind !== 'answer' ? task.ask.kind : part
  if (failure) return `${what} on ${name} failed: ${describeFailure(failure)}`
  const ttftMs = result?.kind === 'server-answer' ? figureValue(result.turn.figures.ttftMs) : null
  const counts = ttftMs !== null ? `TTFT ${formatMs(ttftMs)}` : result && suiteWords(result)
  return counts ? `${what} on ${name}: ${counts}` : `${what} on ${name}`
}

function wordsFor(cell: CompareCell, run: CompareRun): string {
  const { task, result, failure } = cell
  if (task.kind === 'server') return serverWords(cell, run)
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
  const counts = result && suiteWords(result)
  return counts ? `${what} with ${of}: ${counts}` : `${what} with ${of}`
}

function suiteWords(result: CompareResult): string | undefined {
  if (result.kind === 'tool-calls') {
    const { prompts, rightTool, rightArguments } = callCounts(result, null)
    return `right tool ${rightTool}/${prompts}, right arguments ${rightArguments}/${prompts}`
  }
  if (result.kind !== 'schemas') return undefined
  const { prompts, complete, valid } = schemaCounts(result)
  return `complete ${complete}/${prompts}, valid ${valid}/${prompts}, ${result.withGrammar ? 'with' : 'without'} a grammar`
}
