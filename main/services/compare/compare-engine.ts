/** A separate process, so that a crash does not affect the chat. */

import type { EngineStatus } from '../../../core/contract/app/app-state'
import type { CompareResult, CompareTask } from '../../../core/contract/compare/compare-tasks'
import { CodedError, coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { EngineEnd } from '../../../core/contract/errors/process-end'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { EngineInfo, LoadedModel } from '../../../core/contract/models/models'
import { Emitter } from '../../../core/streams/emitter'
import { follow } from '../../../core/streams/follow'
import { messageOf } from '../../../core/text/message-of'
import type { EngineProcess, StartEngine } from '../../supervisor/engine-process'
import { type ChooseBackend, enginesOwnChoice, type RunningEngine, Supervisor } from '../../supervisor/supervisor'

/** The exit of a process is reported up to this long after its port closes. */
const longestEndReportMs = 2000

export class CompareEngine {
  readonly started = new Emitter<EngineInfo>()
  readonly loaded = new Emitter<LoadedModel>()
  readonly died = new Emitter<EngineEnd>()
  private readonly supervisor: Supervisor
  private status: EngineStatus = { status: 'stopped' }
  private weights: { readonly process: EngineProcess; readonly gpuLayers: number | 'auto' } | undefined

  constructor(
    startEngine: StartEngine,
    private readonly modelPath: string,
    chooseBackend: ChooseBackend = enginesOwnChoice,
  ) {
    this.supervisor = new Supervisor(startEngine, chooseBackend)
    this.supervisor.statusChanged.listen((status) => {
      this.status = status
      if (status.status === 'ready') this.started.emit(status.info)
      if (status.status === 'gone') this.died.emit(status.reason)
    })
  }

  /** Throws `engine-gone`, and the errors of starting, loading and measuring. */
  async measure(task: CompareTask, signal: AbortSignal, onShare: (share: number) => void): Promise<CompareResult> {
    const engine = await this.ready(task.settings, signal)
    const { client } = engine
    return this.lifelong(engine, signal, async () => {
      for await (const progress of follow(client, client.measure, { task }, signal)) {
        if (progress.type === 'done') return progress.result
        onShare(progress.share)
      }
      signal.throwIfAborted()
      throw coded('compare-task-failed', { reason: { kind: 'no-result' } })
    })
  }

  async ready({ gpuBackend, gpuLayers }: CompareTask['settings'], signal: AbortSignal): Promise<RunningEngine> {
    signal.throwIfAborted()
    const engine = await this.supervisor.ensure(gpuBackend).catch((error: unknown) => {
      if (failureOf(error)?.code !== 'engine-start-failed' || signal.aborted) throw error
      return this.supervisor.ensure(gpuBackend)
    })
    const { client, process } = engine
    if (this.weights?.process === process && this.weights.gpuLayers === gpuLayers) return engine
    this.weights = undefined
    await this.lifelong(engine, signal, async () => {
      for await (const progress of follow(client, client.loadModel, { path: this.modelPath, gpuLayers }, signal))
        if (progress.type === 'loaded') this.loaded.emit(progress.model)
    })
    signal.throwIfAborted()
    this.weights = { process, gpuLayers }
    return engine
  }

  close(): void {
    this.weights = undefined
    this.supervisor.close()
  }

  /** Throws the cause if the process died. After a bug in the engine, the process keeps running. */
  private async lifelong<T>({ process }: RunningEngine, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      const failure = failureIn(error)
      if (failure) throw new CodedError(failure)
      for (let waited = 0; this.supervisor.engine?.process === process && waited < longestEndReportMs; waited += 20)
        await new Promise((resolve) => setTimeout(resolve, 20))
      if (this.supervisor.engine?.process === process) {
        console.error('[compare]', error)
        throw coded('compare-task-failed', { reason: { kind: 'error', quoted: messageOf(error) } })
      }
      throw coded('engine-gone', { reason: this.status.status === 'gone' ? this.status.reason : { kind: 'closed' } })
    }
  }
}

const weightErrors: readonly Failure['code'][] = ['engine-start-failed', 'model-load-failed', 'model-larger-than-memory']
export const concernsAllTasks = ({ code }: Failure): boolean => weightErrors.includes(code)
