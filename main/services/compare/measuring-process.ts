/** An engine process that runs the tasks of a benchmark. Its end does not end the run. */
import type { EngineStatus } from '../../../core/contract/app/app-state'
import type { CompareResult, CompareTask } from '../../../core/contract/compare/compare-tasks'
import { CodedError, coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { EngineEnd } from '../../../core/contract/errors/process-end'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { EngineInfo } from '../../../core/contract/models/models'
import type { GpuBackend } from '../../../core/contract/settings/kv-types'
import { Emitter } from '../../../core/streams/emitter'
import { follow } from '../../../core/streams/follow'
import { messageOf } from '../../../core/text/message-of'
import type { StartEngine } from '../../supervisor/engine-process'
import { type ChooseBackend, enginesOwnChoice, type RunningEngine, Supervisor } from '../../supervisor/supervisor'

/** The exit of a process is reported up to this long after its port closes. */
const longestEndReportMs = 2000

export class MeasuringProcess {
  readonly started = new Emitter<EngineInfo>()
  readonly died = new Emitter<EngineEnd>()
  private readonly supervisor: Supervisor
  private status: EngineStatus = { status: 'stopped' }

  constructor(startEngine: StartEngine, chooseBackend: ChooseBackend = enginesOwnChoice) {
    this.supervisor = new Supervisor(startEngine, chooseBackend)
    this.supervisor.statusChanged.listen((status) => {
      this.status = status
      if (status.status === 'ready') this.started.emit(status.info)
      if (status.status === 'gone') this.died.emit(status.reason)
    })
  }

  /** Tries a failed start once more. */
  async running(gpuBackend: GpuBackend, signal: AbortSignal): Promise<RunningEngine> {
    signal.throwIfAborted()
    return this.supervisor.ensure(gpuBackend).catch((error: unknown) => {
      if (failureOf(error)?.code !== 'engine-start-failed' || signal.aborted) throw error
      return this.supervisor.ensure(gpuBackend)
    })
  }

  /** Throws `engine-gone`, and the errors of measuring. */
  measure(engine: RunningEngine, task: CompareTask, signal: AbortSignal, onShare: (share: number) => void): Promise<CompareResult> {
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

  /** Throws the cause if the process died. After a bug in the engine, the process keeps running. */
  async lifelong<T>({ process }: RunningEngine, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
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

  close(): void {
    this.supervisor.close()
  }
}
