/** Measures settings on servers. Each has a process of its own, whose event loop has nothing else to do than to time what arrives. */
import type { CompareResult, CompareTaskOf } from '../../../core/contract/compare/compare-tasks'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { ServerConnection } from '../../../core/contract/remote/connection'
import type { EngineProcess, StartEngine } from '../../supervisor/engine-process'
import type { RunningEngine } from '../../supervisor/supervisor'
import { MeasuringProcess } from './measuring-process'

type ServerTask = CompareTaskOf<'server'>

const warmUp = { kind: 'answer', prompt: 'Hello', maxTokens: 1, ignoreEndOfText: false } as const

export interface ServerAccess {
  readonly connectionTo: (server: ServerTask['server']) => ServerConnection
  /** Throws `server-not-saved`, `offline`. */
  readonly assertOnline: (serverId: string) => void
}

interface Meter {
  readonly serverId: string
  readonly process: MeasuringProcess
  /** The process that has the connection. */
  connected: EngineProcess | undefined
}

export class ServerMeter {
  /** By server and model. */
  private readonly meters = new Map<string, Meter>()

  constructor(
    private readonly startRemoteEngine: StartEngine,
    private readonly access: ServerAccess,
  ) {}

  /** Sends each prompt once. Throws `engine-gone`, and the errors of servers. */
  async measure(task: ServerTask, signal: AbortSignal, onShare: (share: number) => void): Promise<CompareResult> {
    const { serverId } = task.server
    const meter = this.meterOf(task.server)
    this.access.assertOnline(serverId)
    try {
      const engine = await meter.process.running('cpu', signal)
      await this.connect(meter, engine, task, signal)
      return await meter.process.measure(engine, task, signal, onShare)
    } catch (error) {
      // Going offline ends the process.
      if (failureOf(error)?.code === 'engine-gone') this.access.assertOnline(serverId)
      throw error
    }
  }

  /** Ends the requests to servers that Headroom may no longer reach. */
  wentOffline(): void {
    for (const [key, { serverId, process }] of this.meters) {
      if (this.isOnline(serverId)) continue
      process.close()
      this.meters.delete(key)
    }
  }

  private isOnline(serverId: string): boolean {
    try {
      this.access.assertOnline(serverId)
      return true
    } catch {
      return false
    }
  }

  /** Ends all requests. A later task starts a new process. */
  close(): void {
    for (const { process } of this.meters.values()) process.close()
    this.meters.clear()
  }

  private meterOf({ serverId, model }: ServerTask['server']): Meter {
    const key = JSON.stringify([serverId, model])
    const meter = this.meters.get(key) ?? { serverId, process: new MeasuringProcess(this.startRemoteEngine), connected: undefined }
    this.meters.set(key, meter)
    return meter
  }

  /** The first request opens the connection, and the server may load the model for it, so it is not measured. */
  private async connect(meter: Meter, engine: RunningEngine, { server }: ServerTask, signal: AbortSignal): Promise<void> {
    if (meter.connected === engine.process) return
    const connection = this.access.connectionTo(server)
    await meter.process.lifelong(engine, signal, () => engine.client.connectServer(connection))
    await meter.process.measure(engine, { kind: 'server', server, ask: warmUp }, signal, () => {})
    meter.connected = engine.process
  }
}
