/** Ends a request that nobody answers, and tells why it ended. */
import { isBroken, networkReason } from './network-failures'

export interface HttpLimits {
  /** Ends the request when nothing has come for so long. */
  readonly silenceMs: number
  /** Ends the request when it has taken so long in all: a server may send a byte now and then forever. */
  readonly requestMs: number
}

/** The request came to nothing, or its answer broke off. */
export class Broken extends Error {
  constructor(
    /** Completes "the server cannot be reached: ...". */
    readonly reason: string,
    /** The connection broke: another one may hold. */
    readonly mayRetry: boolean,
  ) {
    super(reason)
  }
}

/** Ends a request for one of three reasons and knows for which. */
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

  /** Something came: the silence begins anew. */
  heard(): void {
    this.silence.refresh()
  }

  /** Why the request failed. Throws the caller's reason where the caller stopped it: that is no failure. */
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
