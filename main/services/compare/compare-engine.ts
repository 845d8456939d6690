/** A separate process, so that a crash does not affect the chat. */

import type { CompareResult, CompareTask, LocalTask } from '../../../core/contract/compare/compare-tasks'
import type { Failure } from '../../../core/contract/errors/errors'
import type { LoadedModel } from '../../../core/contract/models/models'
import { Emitter } from '../../../core/streams/emitter'
import { follow } from '../../../core/streams/follow'
import type { EngineProcess, StartEngine } from '../../supervisor/engine-process'
import type { ChooseBackend, RunningEngine } from '../../supervisor/supervisor'
import { MeasuringProcess } from './measuring-process'
import type { ServerMeter } from './server-meter'

export class CompareEngine {
  readonly loaded = new Emitter<LoadedModel>()
  private readonly process: MeasuringProcess
  private weights: { readonly process: EngineProcess; readonly gpuLayers: number | 'auto' } | undefined

  /** Without `servers`, all tasks must be for this machine. */
  constructor(
    startEngine: StartEngine,
    private readonly modelPath: string,
    chooseBackend?: ChooseBackend,
    private readonly servers?: Pick<ServerMeter, 'measure' | 'close'>,
  ) {
    this.process = new MeasuringProcess(startEngine, chooseBackend)
  }

  get started(): MeasuringProcess['started'] {
    return this.process.started
  }
  get died(): MeasuringProcess['died'] {
    return this.process.died
  }

  /** Throws `engine-gone`, and the errors of starting, loading and measuring. */
  async measure(task: CompareTask, signal: AbortSignal, onShare: (share: number) => void): Promise<CompareResult> {
    if (task.kind !== 'server') return this.process.measure(await this.ready(task.settings, signal), task, signal, onShare)
    if (!this.servers) throw new Error('Expected a task for this machine, got one for a server')
    return this.servers.measure(task, signal, onShare)
  }

  async ready({ gpuBackend, gpuLayers }: LocalTask['settings'], signal: AbortSignal): Promise<RunningEngine> {
    const engine = await this.process.running(gpuBackend, signal)
    const { client, process } = engine
    if (this.weights?.process === process && this.weights.gpuLayers === gpuLayers) return engine
    this.weights = undefined
    await this.process.lifelong(engine, signal, async () => {
      for await (const progress of follow(client, client.loadModel, { path: this.modelPath, gpuLayers }, signal))
        if (progress.type === 'loaded') this.loaded.emit(progress.model)
    })
    signal.throwIfAborted()
    this.weights = { process, gpuLayers }
    return engine
  }

  close(): void {
    this.weights = undefined
    this.process.close()
    this.servers?.close()
  }
}

const placeErrors: readonly Failure['code'][] = [
  'engine-start-failed',
  'model-load-failed',
  'model-larger-than-memory',
  'offline',
  'certificate-untrusted',
  'server-not-saved',
  'server-unreachable',
  'server-key-refused',
  'server-key-unusable',
  'server-model-missing',
  'server-not-recognized',
  'server-path-wrong',
  'server-redirected',
]
/** All tasks with the same place (core/compare/job-order.ts) would fail in the same way. */
export const concernsAllTasks = ({ code }: Failure): boolean => placeErrors.includes(code)
