/** A running engine process, however it was started. */
import type { PortLike, PortRole } from '../../core/streams/virtual-port'

/** How a process ended, as the system tells it. */
export interface EngineExit {
  readonly code: number | null
  readonly signal: string | null
}

export interface EngineProcess {
  readonly pid: number | undefined
  /** Opens a connection with this role; the other end answers by the contract of that role. */
  connect(role: PortRole): PortLike & { close(): void }
  onExit(listener: (exit: EngineExit) => void): void
  /** What the process wrote to stderr lately: where a crash leaves its reason. */
  lastWords(): string
  kill(): void
}

/** Starts an engine process and resolves when it listens. */
export type StartEngine = () => Promise<EngineProcess>

/** Text and figures take a fraction of it; a chat template that would take all memory ends the engine alone. */
export const engineArguments = ['--max-old-space-size=1024'] as const

/** Keeps the end of a stream of text. */
export class LastWords {
  private text = ''
  add(chunk: unknown): void {
    this.text = (this.text + String(chunk)).slice(-16_384)
  }
  toString(): string {
    return this.text
  }
}
