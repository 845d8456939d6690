/** The writer stays at most `window` items ahead of the reader. oRPC's event iterators have no back-pressure. */

/** The largest number of items in flight. A few are enough, because each item contains everything new since the previous one. */
export const windowItems = 4

interface Ledger {
  sent: number
  received: number
  wake: () => void
}

export class CreditLedgers {
  private readonly ledgers = new Map<string, Ledger>()

  /** Ignores ended streams. */
  grant(streamId: string, received: number): void {
    const ledger = this.ledgers.get(streamId)
    if (!ledger || received <= ledger.received) return
    ledger.received = received
    ledger.wake()
  }

  get open(): number {
    return this.ledgers.size
  }

  /** Calls `next` only when its item can be sent at once. With `window` 1, the reader sets the pace. */
  async *pace<T>(
    streamId: string,
    signal: AbortSignal | undefined,
    next: () => Promise<T | undefined>,
    window = windowItems,
  ): AsyncGenerator<T, void, void> {
    const ledger: Ledger = { sent: 0, received: 0, wake: () => {} }
    this.ledgers.set(streamId, ledger)
    const wake = () => ledger.wake()
    signal?.addEventListener('abort', wake, { once: true })
    try {
      while (!signal?.aborted) {
        if (ledger.sent - ledger.received >= window) {
          await new Promise<void>((resolve) => {
            ledger.wake = resolve
          })
          continue
        }
        const item = await next()
        if (item === undefined || signal?.aborted) return
        ledger.sent++
        yield item
      }
    } finally {
      signal?.removeEventListener('abort', wake)
      this.ledgers.delete(streamId)
    }
  }
}
