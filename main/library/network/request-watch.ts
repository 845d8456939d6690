import type { Unreachable } from '../../../core/contract/errors/server-reasons'
import { isBroken, networkReason } from './network-failures'

export interface HttpLimits {
  /** Longest time in ms without data. */
  readonly silenceMs: number
  /** Longest total time in ms. */
  readonly requestMs: number
}

export class Broken extends Error {
  constructor(
    readonly reason: Unreachable,
    readonly mayRetry: boolean,
  ) {
    super(reason.kind)
  }
}

export class RequestWatch {
  private readonly controller = new AbortController()
  readonly signal: AbortSignal
  private ended: Unreachable | undefined
  private silence: NodeJS.Timeout
  private readonly whole: NodeJS.Timeout

  constructor(
    limits: HttpLimits,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.signal = caller ? AbortSignal.any([caller, this.controller.signal]) : this.controller.signal
    this.silence = this.timer(limits.silenceMs, 'silence')
    this.whole = this.timer(limits.requestMs, 'answer-too-slow')
  }

  private timer(ms: number, kind: 'silence' | 'answer-too-slow'): NodeJS.Timeout {
    return setTimeout(() => {
      this.ended = { kind, seconds: ms / 1000 }
      this.controller.abort()
    }, ms)
  }

  heard(): void {
    this.silence.refresh()
  }

  broken(error: unknown): Broken {
    this.caller?.throwIfAborted()
    return this.ended ? new Broken(this.ended, false) : new Broken(networkReason(error), isBroken(error))
  }

  end(): void {
    clearTimeout(this.silence)
    clearTimeout(this.whole)
    this.controller.abort()
  }
}
