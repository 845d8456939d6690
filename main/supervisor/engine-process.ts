/** An engine process on any host. */
import type { PortLike, PortRole } from '../../core/streams/virtual-port'

/** How a process ended, as the system reports it. */
export interface EngineExit {
  readonly code: number | null
  readonly signal: string | null
}

export interface EngineProcess {
  readonly pid: number | undefined
  /** Opens a connection; the other end serves the contract of this role. */
  connect(role: PortRole): PortLike & { close(): void }
  onExit(listener: (exit: EngineExit) => void): void
  /** The process's latest stderr output, where a crash leaves its reason. */
  lastWords(): string
  kill(): void
}

/** Starts an engine process. Resolves when it listens. */
export type StartEngine = () => Promise<EngineProcess>

/** Normal use needs a fraction of it. A chat template that allocates without end kills only the engine. */
export const engineArguments = ['--max-old-space-size=1024'] as const

/** Keeps the end of a text stream. */
export class LastWords {
  private text = ''
  add(chunk: unknown): void {
    this.text = (this.text + String(chunk)).slice(-16_384)
  }
  toString(): string {
    return this.text
  }
}
