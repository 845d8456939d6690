/**
 * Back-pressure for streams: the writer stays at most `window` items ahead of the reader.
 * oRPC's event iterators send as fast as the generator yields. Here the generator waits for credit before each item. Nothing is queued: the
 * writer makes an item from the newest state when it may send it.
 */

/** Items in flight. Few, because each item contains everything new. */
export const windowItems = 4

interface Ledger {
  sent: number
  received: number
  wake: () => void
}

/** The writer's side of all streams of one connection. */
export class CreditLedgers {
  private readonly ledgers = new Map<string, Ledger>()

  /** Records that the reader has taken `received` items. Ignores streams that have ended. */
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
   * Yields items from `next`, one per credit, until it returns undefined or the reader leaves. Calls `next` only when its item can be sent
   * at once. `window`: items in flight; with 1 the reader sets the pace and gets the state at the time of its request.
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
