/** Readers wait for the next change. Changes are not queued. */

export class Changes {
  private count = 0
  private waiting: (() => void)[] = []
  /** Signals that wake the readers when they abort. A listener for each wait would take longer than the wait. */
  private readonly heard = new WeakSet<AbortSignal>()

  get version(): number {
    return this.count
  }
  touch(): void {
    this.count++
    this.wake()
  }
  /** Ends early if `signal` aborts. */
  async since(version: number, signal: AbortSignal | undefined): Promise<void> {
    if (signal && !this.heard.has(signal)) {
      this.heard.add(signal)
      signal.addEventListener('abort', () => this.wake(), { once: true })
    }
    while (this.count === version && !signal?.aborted)
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve)
      })
  }
  /** Reads at once, then after changes, at most once per `everyMs`. */
  reader<T>(read: () => T, everyMs: number, signal: AbortSignal | undefined): () => Promise<T> {
    let seen = -1
    return async () => {
      if (seen >= 0) await pause(everyMs, signal)
      await this.since(seen, signal)
      seen = this.count
      return read()
    }
  }
  private wake(): void {
    if (this.waiting.length === 0) return
    const waiting = this.waiting
    this.waiting = []
    for (const resolve of waiting) resolve()
  }
}

export class Latest<T> {
  private readonly changes = new Changes()
  constructor(private current: T) {}

  get value(): T {
    return this.current
  }
  set(value: T): void {
    this.current = value
    this.changes.touch()
  }
  reader(everyMs: number, signal: AbortSignal | undefined): () => Promise<T> {
    return this.changes.reader(() => this.current, everyMs, signal)
  }
}

/** Ends early if `signal` aborts. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0 || signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal?.addEventListener('abort', done, { once: true })
  })
}
