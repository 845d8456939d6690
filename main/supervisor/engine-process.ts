import type { PortLike, PortRole } from '../../core/streams/virtual-port'

export interface EngineExit {
  readonly code: number | null
  readonly signal: string | null
}

export interface EngineProcess {
  readonly pid: number | undefined
  /** The process serves this role's contract at the other end of the port. */
  connect(role: PortRole): PortLike & { close(): void }
  onExit(listener: (exit: EngineExit) => void): void
  lastOutput(): string
  kill(): void
}

export type StartEngine = () => Promise<EngineProcess>

/** 1,024 MiB. Normal use needs a fraction of that, and an endless chat template that exceeds it ends only the engine. */
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
