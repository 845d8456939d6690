/**
 * Back-pressure: the writer stays at most `window` items ahead of the reader. oRPC's event iterators send as fast as the generator yields;
 * here it waits for credit. Nothing is queued: an item has the newest state.
 */

/** In flight. Few, because each contains everything new. */
export const windowItems = 4

interface Ledger {
  sent: number
  received: number
  wake: () => void
}

/** The writer's side of one connection. */
export class CreditLedgers {
  private readonly ledgers = new Map<string, Ledger>()

  /** `received`: items that the reader has taken. Ignores streams that have ended. */
  grant(streamId: string, received: number): void {
    const ledger = this.ledgers.get(streamId)
    if (!ledger || received <= ledger.received) return
    ledger.received = received
    ledger.wake()
  }

  get open(): number {
    return this.ledgers.size
  }

  /**
   * Until `next` returns undefined or the reader leaves. Calls `next` only when its item can be sent at once. `window` 1: the reader sets
   * the pace and gets the state at the time of its request.
   */
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
