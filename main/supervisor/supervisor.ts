/**
 * Owns the engine process: starts it, hands out connections, and when it dies says why and how often.
 *
 * llama.cpp is native code fed with files from anywhere and with settings its own maintainers call
 * experimental. Its death is an ordinary event: the app stays, nothing stored is lost, and a new process
 * starts when the user asks for it.
 */
import { coded } from '../../core/contract/coded-error'
import type { EngineStatus } from '../../core/contract/host'
import type { GpuBackend } from '../../core/contract/kv-types'
import type { EngineInfo } from '../../core/contract/models'
import { connectControl, type EngineClient } from './engine-client'
import type { EngineProcess, StartEngine } from './engine-process'
import { exitWords } from './exit-words'

/** Deaths on one model and settings after which others are offered. */
export const deathsUntilSafeSettings = 3

export interface RunningEngine {
  readonly process: EngineProcess
  readonly client: EngineClient
  readonly info: EngineInfo
  readonly gpuBackend: GpuBackend
}

export class Supervisor {
  private running: RunningEngine | undefined
  private starting: Promise<RunningEngine> | undefined
  /** Processes that were ended on purpose. */
  private readonly dismissed = new WeakSet<EngineProcess>()
  private readonly deaths = new Map<string, number>()
  private workload = ''
  private closed = false

  constructor(
    private readonly startProcess: StartEngine,
    /** Called with every change; `gone` also tells what the running work should be told. */
    private readonly onStatus: (status: EngineStatus) => void,
  ) {}

  get engine(): RunningEngine | undefined {
    return this.running
  }

  /** A running engine with this backend; another backend needs another process. Throws `engine-start-failed`. */
  async ensure(gpuBackend: GpuBackend): Promise<RunningEngine> {
    if (this.starting) await this.starting.catch(() => {})
    if (this.running?.gpuBackend === gpuBackend) return this.running
    this.dismiss()
    this.starting = this.start(gpuBackend)
    try {
      return await this.starting
    } finally {
      this.starting = undefined
    }
  }

  /** Names what the engine is about to do, so that deaths are counted by model and settings. */
  setWorkload(workload: string): void {
    this.workload = workload
  }

  /** This workload went well: earlier deaths no longer count. */
  succeeded(): void {
    this.deaths.delete(this.workload)
  }

  /** Ends the engine on purpose, to give all memory back or to change the backend. */
  dismiss(): void {
    const { running } = this
    this.running = undefined
    if (!running) return
    this.dismissed.add(running.process)
    running.process.kill()
    this.onStatus({ status: 'stopped' })
  }

  close(): void {
    this.closed = true
    this.dismiss()
  }

  private async start(gpuBackend: GpuBackend): Promise<RunningEngine> {
    this.onStatus({ status: 'starting' })
    let process: EngineProcess
    try {
      process = await this.startProcess()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.onStatus({ status: 'gone', reason, deaths: this.died(), offerSafeSettings: this.offerSafeSettings() })
      throw coded('engine-start-failed', { reason })
    }
    process.onExit((exit) => this.ended(process, exitWords(exit, process.lastWords())))
    const client = connectControl(process)
    try {
      const info = await client.start({ gpuBackend })
      if (this.closed) process.kill()
      const running = { process, client, info, gpuBackend }
      this.running = running
      this.onStatus({ status: 'ready', info })
      return running
    } catch (error) {
      this.dismissed.add(process)
      process.kill()
      const facts = (error as { data?: { reason?: string } }).data
      const reason = facts?.reason ?? exitReason(process, error)
      this.onStatus({ status: 'gone', reason, deaths: this.died(), offerSafeSettings: this.offerSafeSettings() })
      throw coded('engine-start-failed', { reason })
    }
  }

  private ended(process: EngineProcess, reason: string): void {
    // One that dies while it starts is reported by start(), and one that was dismissed by nobody.
    if (this.closed || this.dismissed.has(process) || this.running?.process !== process) return
    this.running = undefined
    this.onStatus({ status: 'gone', reason, deaths: this.died(), offerSafeSettings: this.offerSafeSettings() })
  }

  private died(): number {
    const deaths = (this.deaths.get(this.workload) ?? 0) + 1
    this.deaths.set(this.workload, deaths)
    return deaths
  }
  private offerSafeSettings(): boolean {
    return (this.deaths.get(this.workload) ?? 0) >= deathsUntilSafeSettings
  }
}

const exitReason = (process: EngineProcess, error: unknown): string =>
  process.lastWords().trim().split('\n').at(-1) || (error instanceof Error ? error.message : String(error))
