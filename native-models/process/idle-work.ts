import { Changes } from '../../core/streams/changes'
import { SerialQueue } from '../../core/streams/serial-queue'

/** Work in the background, which ends as soon as anything else needs the context. */
export class IdleWork {
  private readonly queue = new SerialQueue()
  private readonly changes = new Changes()
  private readonly closing = new AbortController()
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

  /** Waits until nothing else runs. `ends` aborts when something else begins. */
  run<T>(signal: AbortSignal | undefined, work: (ends: AbortSignal) => Promise<T>): Promise<T> {
    return this.queue.run(() => {
      const cancelled = signal ? AbortSignal.any([signal, this.closing.signal]) : this.closing.signal
      return this.whenIdle(cancelled, work)
    })
  }

  private async whenIdle<T>(cancelled: AbortSignal, work: (ends: AbortSignal) => Promise<T>): Promise<T> {
    while (this.others > 0 && !cancelled.aborted) await this.changes.since(this.changes.version, cancelled)
    this.needed = new AbortController()
    const result = work(AbortSignal.any([cancelled, this.needed.signal]))
    this.running = result.catch(() => {})
    return result
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.running
  }
}
