import { isBroken, networkReason } from './network-failures'

export interface HttpLimits {
  /** Ends the request after this long without data. */
  readonly silenceMs: number
  /** Ends the request after this total time, even if single bytes arrive. */
  readonly requestMs: number
}

export class Broken extends Error {
  constructor(
    /** Completes "the server cannot be reached: ...". */
    readonly reason: string,
    /** The connection broke: a new one may work. */
    readonly mayRetry: boolean,
  ) {
    super(reason)
  }
}

export class RequestWatch {
  private readonly controller = new AbortController()
  readonly signal: AbortSignal
  private ended: string | undefined
  private silence: NodeJS.Timeout
  private readonly whole: NodeJS.Timeout

  constructor(
    limits: HttpLimits,
    private readonly caller: AbortSignal | undefined,
  ) {
    this.signal = caller ? AbortSignal.any([caller, this.controller.signal]) : this.controller.signal
    this.silence = this.timer(limits.silenceMs, 'nothing came for')
    this.whole = this.timer(limits.requestMs, 'the answer was not complete after')
  }

  private timer(ms: number, what: string): NodeJS.Timeout {
    return setTimeout(() => {
      this.ended = `${what} ${ms / 1000} s`
      this.controller.abort()
    }, ms)
  }

  heard(): void {
    this.silence.refresh()
  }

  /** Throws the caller's reason if the caller stopped it. */
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
