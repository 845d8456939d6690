/** Unloads the chat's model, and measures in a separate engine, one run at a time. */

import { randomUUID } from 'node:crypto'
import { searchPlanOf } from '../../../core/compare/gate/search-plan'
import { isLostWithServer } from '../../../core/compare/on-server'
import type { EventFact } from '../../../core/contract/app/events'
import type {
  BundledText,
  CompareCell,
  ComparePlan,
  CompareProgress,
  CompareRun,
  PlanCheck,
  RunState,
  TuneRequest,
} from '../../../core/contract/compare/compare-runs'
import { coded } from '../../../core/contract/errors/coded-error'
import type { HostInfo } from '../../../core/contract/host'
import { Latest } from '../../../core/streams/changes'
import { Emitter } from '../../../core/streams/emitter'
import type { Store } from '../../store/store'
import type { StartEngine } from '../../supervisor/engine-process'
import type { ChooseBackend } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import { logBug } from '../common/log-bug'
import type { ModelService } from '../models/model-service'
import { CompareEngine } from './compare-engine'
import { CompareHistory } from './compare-history'
import { checkPlan, plannedCells } from './compare-plan'
import { CompareRecord } from './compare-record'
import { assertSameAsBefore, cancelled, newRun, runOfPlan, waitingAgain } from './compare-run'
import { CompareRunner, type RunnerEnd } from './compare-runner'
import { type CompareSource, type PlanSubject, withSeed } from './compare-source'
import { GateRunner } from './gate-runner'
import type { ServerMeter } from './server-meter'
import { TuneRunner, tunePlan } from './tune-runner'

interface Active {
  readonly record: CompareRecord
  readonly abort: AbortController
  readonly work: Work
  readonly meter: ServerMeter | undefined
  ended: Promise<void>
}

type WorkOf = (engine: CompareEngine, record: CompareRecord) => Work

interface Work {
  run(signal: AbortSignal): Promise<RunnerEnd>
  pause?(): void
}

export class CompareService {
  readonly history: CompareHistory
  /** Emitted with the results when an active run is done or canceled, not when a paused run is canceled. */
  readonly runEnded = new Emitter<CompareRun>()
  private active: Active | undefined
  private isStarting = false
  private isClosed = false
  private readonly progress = new Latest<CompareProgress | null>(null)

  constructor(
    private readonly store: Store,
    private readonly source: CompareSource,
    private readonly models: ModelService,
    private readonly startEngine: StartEngine,
    private readonly chooseBackend: ChooseBackend,
    private readonly state: AppStateHolder,
    private readonly host: Pick<HostInfo, 'version'>,
  ) {
    this.history = new CompareHistory(store.compareRuns, async (modelId) => (await source.model(modelId)).fingerprint())
    this.history.changed.listen(() => state.changed('compareRuns'))
  }

  bundledTexts(): BundledText[] {
    return this.source.bundledTexts()
  }

  /** Asks no server. Throws `model-not-found`, `compare-plan-refused`. */
  async check(wanted: ComparePlan): Promise<PlanCheck> {
    const plan = measuredPlan(wanted)
    const { shape } = await this.source.subject(plan)
    this.source.text(plan)
    return checkPlan(plan, shape)
  }

  /** Returns the run's id. Throws `compare-busy`, `conversation-busy`, the errors of servers, and the same errors as `check`. */
  start(wanted: ComparePlan): Promise<string> {
    return this.exclusively(async () => {
      const unreached = withSeed(measuredPlan(wanted))
      const subject = await this.source.subject(unreached)
      const fingerprint = await subject.fingerprint()
      const text = this.source.text(unreached)
      checkPlan(unreached, subject.shape)
      const { plan, meter } = await this.source.reach(unreached)
      const results = plannedCells(plan, subject.shape)
      this.assertNoTurns()
      const run = runOfPlan(this.host.version, plan, { ...subject.model, ...(fingerprint === undefined ? {} : { fingerprint }) }, results)
      this.store.compareRuns.add(run, plan.quality && plan.quality.text.source !== 'bundled' ? text : null)
      this.log({ code: 'compare-started', facts: { modelName: subject.model.name, cells: results.length } })
      this.measure(run, subject, text, meter)
      return run.id
    })
  }

  /** Throws the same errors as `start`. */
  tune(request: TuneRequest): Promise<string> {
    return this.exclusively(async () => {
      const subject = await this.source.model(request.modelId)
      const plan = tunePlan(request)
      plannedCells(plan, subject.shape)
      this.assertNoTurns()
      const run = newRun(this.host.version, { id: randomUUID(), title: plan.title, kind: 'tune', model: subject.model, plan, results: [] })
      this.store.compareRuns.add(run, null)
      this.log({ code: 'tune-started', facts: { modelName: subject.model.name } })
      this.begin(run, subject, (engine, record) => {
        const runner = new TuneRunner({ request, layers: subject.layers, engine, record })
        runner.progressed.listen((progress) => this.showProgress(record, { ...progress, current: null }))
        return runner
      })
      return run.id
    })
  }

  /** Throws `compare-run-not-found` if the run is not active. */
  pause(runId: string): void {
    this.activeRun(runId).work.pause?.()
  }

  /** Throws `compare-run-not-found`, `model-not-found`, `compare-plan-refused`, `compare-busy`, `conversation-busy`. */
  resume(runId: string): Promise<void> {
    return this.exclusively(async () => {
      const run = this.history.read(runId)
      const { plan } = run
      if (run.kind !== 'compare' || !plan || (run.state === 'done' && !run.results.some(isLostWithServer)))
        throw coded('compare-plan-refused', { reason: { kind: 'not-resumable' } })
      const { meter } = await this.source.reach(plan)
      const subject = await this.source.subject(plan)
      assertSameAsBefore(run, subject.model, this.host.version)
      const text = this.source.text(plan)
      this.assertNoTurns()
      const results = run.results.map(waitingAgain)
      const failed = results.filter(({ state }) => state === 'failed').length
      this.log({ code: 'compare-resumed', facts: { modelName: run.model.name } })
      this.measure({ ...run, results, failed, state: 'running', endedAt: null }, subject, text, meter)
    })
  }

  /** Also cancels a paused run. Throws `compare-run-not-found`. */
  async cancel(runId: string): Promise<void> {
    const { active } = this
    if (active?.record.run.id === runId) {
      active.abort.abort()
      return active.ended
    }
    const run = this.history.read(runId)
    if (run.state !== 'paused') throw coded('compare-run-not-found', { runId })
    this.store.compareRuns.save({ ...run, state: 'cancelled', endedAt: Date.now() }, cancelled(run.results))
    this.clearProgressOf(runId)
    this.state.changed('compareRuns')
  }

  /** Ends the requests to servers on other machines. What this machine measures continues. */
  wentOffline(): void {
    this.active?.meter?.wentOffline()
  }

  /** Resolves when the benchmark has ended. Discards unwritten results. */
  async stop(): Promise<void> {
    this.active?.abort.abort()
    await this.active?.ended
    this.history.forget()
    this.progress.set(null)
  }

  reader(everyMs: number, signal: AbortSignal | undefined): () => Promise<CompareProgress | null> {
    return this.progress.reader(everyMs, signal)
  }

  remove(runId: string): void {
    if (this.active?.record.run.id === runId) throw coded('compare-busy', { runId })
    this.history.remove(runId)
    this.clearProgressOf(runId)
  }

  /** The next start of the app marks the run as interrupted. */
  close(): void {
    this.isClosed = true
    this.active?.abort.abort()
    this.history.close()
  }

  private clearProgressOf(runId: string): void {
    if (this.progress.value?.runId === runId) this.progress.set(null)
  }

  private activeRun(runId: string): Active {
    if (this.active?.record.run.id !== runId) throw coded('compare-run-not-found', { runId })
    return this.active
  }

  private async exclusively<T>(work: () => Promise<T>): Promise<T> {
    if (this.active || this.isStarting) throw coded('compare-busy', { runId: this.active?.record.run.id ?? '' })
    this.isStarting = true
    try {
      return await work()
    } finally {
      this.isStarting = false
    }
  }

  /** Call after reading files, because a turn may have started meanwhile. */
  private assertNoTurns(): void {
    const [turn] = this.state.value.turns
    if (turn) throw coded('conversation-busy', { conversationId: turn.conversationId })
  }

  private measure(run: CompareRun, subject: PlanSubject, text: string, meter: ServerMeter): void {
    const workOf: WorkOf = (engine, record) => {
      const { plan } = run
      const runner =
        plan?.gate?.isSearch && subject.shape
          ? new GateRunner(plan, run.results, subject.shape, text, engine)
          : new CompareRunner(run.results, text, engine)
      runner.cellsChanged.listen((cells) => this.took(record, cells))
      runner.progressed.listen((progress) => this.showProgress(record, progress))
      if (runner instanceof GateRunner) runner.variantsChanged.listen((variants) => record.changeVariants(variants))
      return runner
    }
    this.begin(run, subject, workOf, meter)
  }

  private begin(run: CompareRun, { path }: PlanSubject, workOf: WorkOf, meter?: ServerMeter): void {
    const record = new CompareRecord(run, this.store.compareRuns)
    record.writeFailed.listen(() => this.state.notify({ code: 'compare-not-stored', facts: {} }))
    const engine = new CompareEngine(this.startEngine, path, this.chooseBackend, meter)
    record.describe(engine)
    engine.died.listen((reason) => this.log({ code: 'compare-engine-gone', facts: { reason } }, true))
    const active: Active = { record, abort: new AbortController(), work: workOf(engine, record), meter, ended: Promise.resolve() }
    this.active = active
    this.history.follow(record)
    this.state.update({ compareRunId: run.id })
    this.state.changed('compareRuns')
    record.change({})
    this.showProgress(record, { share: 0, secondsLeft: null, current: null })
    active.ended = this.untilItsEnd(active, engine)
  }

  private async untilItsEnd({ record, abort, work }: Active, engine: CompareEngine): Promise<void> {
    const giveBack = await this.models.lend()
    const begunMs = performance.now()
    let end: RunnerEnd
    try {
      end = await work.run(abort.signal)
    } catch (error) {
      logBug(error)
      end = 'cancelled'
    }
    engine.close()
    this.active = undefined
    if (this.isClosed) return
    this.ended(record, end, performance.now() - begunMs)
    this.state.update({ compareRunId: null })
    this.state.changed('compareRuns')
    giveBack()
    this.history.settle(record)
  }

  private ended(record: CompareRecord, end: RunnerEnd, tookMs: number): void {
    if (end === 'cancelled') record.take(cancelled(record.run.results))
    record.change({ state: end satisfies RunState, endedAt: end === 'paused' ? null : Date.now() })
    const { run } = record
    this.progress.set(end === 'paused' && this.progress.value ? { ...this.progress.value, state: 'paused', current: null } : null)
    const { done, failed, model } = run
    this.log({ code: 'compare-ended', facts: { end, modelName: model.name, tookMs, done, failed } })
    if (end !== 'paused') this.runEnded.emit(run)
  }

  private took(record: CompareRecord, cells: readonly CompareCell[]): void {
    record.take(cells)
    const [failed, ...others] = cells.filter(({ state }) => state === 'failed')
    if (failed?.failure) this.log({ code: 'compare-cells-failed', facts: { cells: others.length + 1, failure: failed.failure } }, true)
    if (failed || cells.some(({ state }) => state === 'done')) this.state.changed('compareRuns')
  }

  private showProgress({ run }: CompareRecord, progress: Pick<CompareProgress, 'share' | 'secondsLeft' | 'current'>): void {
    const { id: runId, state, cells, done, failed } = run
    this.progress.set({ runId, state, cells, done, failed, ...progress })
  }

  private log(fact: EventFact, isTrouble = false): void {
    this.state.events.add('compare', fact, isTrouble)
  }
}

const measuredPlan = (plan: ComparePlan): ComparePlan => (plan.gate?.isSearch ? searchPlanOf(plan) : plan)
