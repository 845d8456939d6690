/** Ends a request that takes too long and records why it ended. */
import { isBroken, networkReason } from './network-failures'

export interface HttpLimits {
  /** Ends the request after this long without data. */
  readonly silenceMs: number
  /** Ends the request after this total time: a server may send single bytes forever. */
  readonly requestMs: number
}

/** The request failed or its answer broke off. */
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

/** Ends a request for one of three reasons and records which. */
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

  /** Data arrived: restarts the silence timer. */
  heard(): void {
    this.silence.refresh()
  }

  /** Why the request failed. Throws the caller's reason if the caller stopped it. */
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
