import { Changes } from '../../core/streams/changes'

/** Work in the background, which ends as soon as anything else needs the context. */
export class IdleWork {
  private readonly changes = new Changes()
  private readonly closing = new AbortController()
  /** Requests that wait or run, oldest first. */
  private requests: object[] = []
  private others = 0
  private needed = new AbortController()
  private running: Promise<unknown> = Promise.resolve()

  /** Ends the work in the background, then runs `work`. */
  async before<T>(work: () => Promise<T>): Promise<T> {
    this.others++
    this.needed.abort()
    try {
      await this.running
      return await work()
    } finally {
      this.others--
      this.changes.touch()
    }
  }

  /**
   * Waits until nothing else runs. `ends` aborts when something else begins. If the request is cancelled while it waits, `work` is called at
   * once, and `ends` has aborted already.
   */
  async run<T>(signal: AbortSignal | undefined, work: (ends: AbortSignal) => Promise<T>): Promise<T> {
    const cancelled = signal ? AbortSignal.any([signal, this.closing.signal]) : this.closing.signal
    const request = {}
    this.requests.push(request)
    const wake = () => this.changes.touch()
    cancelled.addEventListener('abort', wake, { once: true })
    try {
      while ((this.others > 0 || this.requests[0] !== request) && !cancelled.aborted)
        await this.changes.since(this.changes.version, undefined)
      if (cancelled.aborted) return await work(cancelled)
      this.needed = new AbortController()
      const result = work(AbortSignal.any([cancelled, this.needed.signal]))
      this.running = result.catch(() => {})
      return await result
    } finally {
      cancelled.removeEventListener('abort', wake)
      this.requests = this.requests.filter((other) => other !== request)
      this.changes.touch()
    }
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.running
  }
}
