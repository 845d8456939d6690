/** llama.cpp is native code that reads untrusted files, so crashes are expected. */

import type { EngineStatus } from '../../core/contract/app/app-state'
import { CodedError, coded } from '../../core/contract/errors/coded-error'
import type { EngineEnd } from '../../core/contract/errors/process-end'
import { failureIn } from '../../core/contract/errors/wire-errors'
import type { EngineInfo } from '../../core/contract/models/models'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import { Emitter } from '../../core/streams/emitter'
import { messageOf } from '../../core/text/message-of'
import { connectControl, type EngineClient } from './engine-client'
import type { EngineProcess, StartEngine } from './engine-process'
import { processEndOf } from './process-end'
import { within } from './within'

const deathsUntilSafeSettings = 3

/** A driver that has crashed will crash again, and the CPU works. */
const deathsOnGpuUntilSafeSettings = 1

/** An engine that is silent for this long may never answer. */
const longestSilenceMs = 2000

export type ChooseBackend = () => Promise<GpuBackend>
export const enginesOwnChoice: ChooseBackend = async () => 'auto'

export interface RunningEngine {
  readonly process: EngineProcess
  readonly client: EngineClient
  readonly info: EngineInfo
  readonly gpuBackend: GpuBackend
  readonly startedBy: StartEngine
}

export class Supervisor {
  readonly statusChanged = new Emitter<EngineStatus>()
  private running: RunningEngine | undefined
  private newest: EngineProcess | undefined
  private starting: Promise<RunningEngine> | undefined
  private readonly dismissed = new WeakSet<EngineProcess>()
  private readonly deaths = new Map<string, number>()
  private workload = ''
  private closed = false
  private ending: Promise<void> = Promise.resolve()

  constructor(
    private readonly startProcess: StartEngine,
    private readonly chooseBackend: ChooseBackend = enginesOwnChoice,
  ) {}

  get engine(): RunningEngine | undefined {
    return this.running
  }

  /** Replaces the process if the backend or the kind of engine differs. Throws `engine-start-failed`, `vc-runtime-missing`. */
  async ensure(setting: GpuBackend, startProcess: StartEngine = this.startProcess): Promise<RunningEngine> {
    const gpuBackend = await this.resolve(setting)
    if (this.starting) await this.starting.catch(() => {})
    if (this.running?.gpuBackend === gpuBackend && this.running.startedBy === startProcess) return this.running
    this.dismiss()
    this.starting = this.start(gpuBackend, startProcess)
    try {
      return await this.starting
    } finally {
      this.starting = undefined
    }
  }

  resolve(setting: GpuBackend): Promise<GpuBackend> {
    return setting === 'auto' ? this.chooseBackend() : Promise.resolve(setting)
  }

  setWorkload(workload: string): void {
    this.workload = workload
  }

  succeeded(): void {
    this.deaths.delete(this.workload)
  }

  dismiss(): void {
    const { newest } = this
    this.running = undefined
    this.newest = undefined
    if (!newest) return
    this.dismissed.add(newest)
    this.ending = new Promise((resolve) => newest.onExit(() => resolve()))
    newest.kill()
    this.statusChanged.emit({ status: 'stopped' })
  }

  /** Resolves once the process that was dismissed last has ended. */
  get dismissedEnd(): Promise<void> {
    return this.ending
  }

  /** Ends an engine whose event loop has been blocked for 2 s. */
  endIfSilent(): Promise<void> {
    // An engine answers a request to stop an unknown turn at once.
    return this.endUnless((client) => client.stopTurn({ turnId: '' }))
  }

  unload(): Promise<void> {
    return this.endUnless((client) => client.unload())
  }

  private async endUnless(asks: (client: EngineClient) => Promise<unknown>): Promise<void> {
    const process = this.newest
    if (!process) return
    const answer = this.running ? asks(this.running.client) : this.starting
    if (!answer) return
    const isAnswered = answer.then(
      () => true,
      () => true,
    )
    if (!(await within(longestSilenceMs, isAnswered, false)) && this.newest === process) this.dismiss()
  }

  wasDismissed(process: EngineProcess): boolean {
    return this.dismissed.has(process)
  }

  close(): void {
    this.closed = true
    this.dismiss()
  }

  private async start(gpuBackend: GpuBackend, startedBy: StartEngine): Promise<RunningEngine> {
    this.statusChanged.emit({ status: 'starting' })
    let process: EngineProcess
    try {
      process = await startedBy()
    } catch (error) {
      const reason: EngineEnd = { kind: 'error', quoted: messageOf(error) }
      this.statusChanged.emit(this.died(reason, gpuBackend))
      throw coded('engine-start-failed', { reason })
    }
    this.newest = process
    process.onExit((exit) => this.ended(process, processEndOf(exit, process.lastOutput())))
    const client = connectControl(process)
    try {
      const info = await client.start({ gpuBackend })
      if (this.closed) process.kill()
      const running = { process, client, info, gpuBackend, startedBy }
      this.running = running
      this.statusChanged.emit({ status: 'ready', info })
      return running
    } catch (error) {
      if (this.dismissed.has(process)) throw coded('engine-start-failed', { reason: { kind: 'closed-while-starting' } })
      this.dismissed.add(process)
      this.newest = undefined
      process.kill()
      const failure = failureIn(error)
      if (failure?.code === 'vc-runtime-missing') {
        this.statusChanged.emit(this.died({ kind: 'vc-runtime-missing', ...failure.facts }, gpuBackend))
        throw new CodedError(failure)
      }
      const reason =
        failure?.code === 'engine-start-failed' || failure?.code === 'engine-gone' ? failure.facts.reason : startError(process, error)
      this.statusChanged.emit(this.died(reason, gpuBackend))
      throw coded('engine-start-failed', { reason })
    }
  }

  private ended(process: EngineProcess, reason: EngineEnd): void {
    if (this.closed || this.dismissed.has(process) || this.running?.process !== process) return
    const { gpuBackend } = this.running
    this.running = undefined
    this.newest = undefined
    this.statusChanged.emit(this.died(reason, gpuBackend))
  }

  private died(reason: EngineEnd, gpuBackend: GpuBackend): EngineStatus {
    const deaths = (this.deaths.get(this.workload) ?? 0) + 1
    this.deaths.set(this.workload, deaths)
    const isOnGpu = gpuBackend !== 'cpu' && gpuBackend !== 'auto'
    const offerSafeSettings = deaths >= (isOnGpu ? deathsOnGpuUntilSafeSettings : deathsUntilSafeSettings)
    return { status: 'gone', reason, deaths, offerSafeSettings }
  }
}

const startError = (process: EngineProcess, error: unknown): EngineEnd => ({
  kind: 'error',
  quoted: process.lastOutput().trim().split('\n').at(-1) || messageOf(error),
})
