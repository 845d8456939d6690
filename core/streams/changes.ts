/** Something that changes, and readers that wait for the next change without a queue between them. */

export class Changes {
  private count = 0
  private waiting: (() => void)[] = []

  /** Goes up with every change. */
  get version(): number {
    return this.count
  }
  touch(): void {
    this.count++
    if (this.waiting.length === 0) return
    const waiting = this.waiting
    this.waiting = []
    for (const wake of waiting) wake()
  }
  /** Waits until the version is another than `version`, or the reader has gone. */
  async since(version: number, signal: AbortSignal | undefined): Promise<void> {
    while (this.count === version && !signal?.aborted)
      await new Promise<void>((resolve) => {
        const done = () => {
          signal?.removeEventListener('abort', done)
          resolve()
        }
        this.waiting.push(done)
        signal?.addEventListener('abort', done, { once: true })
      })
  }
}

/** A value of which only the newest matters. */
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
  /** For `CreditLedgers.pace`: the value now, then each newer one, not oftener than every `everyMs`. */
  reader(everyMs: number, signal: AbortSignal | undefined): () => Promise<T> {
    let told = -1
    return async () => {
      if (told >= 0) await pause(everyMs, signal)
      await this.changes.since(told, signal)
      told = this.changes.version
      return this.current
    }
  }
}

/** Waits, but not beyond the reader's leaving. */
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
