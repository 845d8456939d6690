import type { PortLike, PortRole } from '../../core/streams/virtual-port'

export interface EngineExit {
  readonly code: number | null
  readonly signal: string | null
}

export interface EngineProcess {
  readonly pid: number | undefined
  /** The other end serves this role's contract. */
  connect(role: PortRole): PortLike & { close(): void }
  onExit(listener: (exit: EngineExit) => void): void
  /** Latest stderr output: a crash leaves its reason there. */
  lastOutput(): string
  kill(): void
}

/** Resolves when it listens. */
export type StartEngine = () => Promise<EngineProcess>

/** Normal use needs a fraction. An endless chat template kills only the engine. */
export const engineArguments = ['--max-old-space-size=1024'] as const

export class LastOutput {
  private text = ''
  add(chunk: unknown): void {
    this.text = (this.text + String(chunk)).slice(-16_384)
  }
  toString(): string {
    return this.text
  }
}
