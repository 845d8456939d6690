/**
 * Back-pressure for streams: the writer stays at most `window` items ahead of what the reader has taken.
 *
 * oRPC's event iterators send as fast as the generator yields. Here the generator asks for credit before each
 * item, and the reader grants it as it goes. Nothing is queued on the writer's side: it makes an item when it
 * may send it, from whatever is newest then.
 */

/** Items in flight. Small, because an item is made of all that is new. */
export const windowItems = 4

interface Ledger {
  sent: number
  received: number
  wake: () => void
}

/** The writer's side of all streams of one connection. */
export class CreditLedgers {
  private readonly ledgers = new Map<string, Ledger>()

  /** The reader has taken `received` items of a stream. Unknown streams have ended: nothing to do. */
  grant(streamId: string, received: number): void {
    const ledger = this.ledgers.get(streamId)
    if (!ledger || received <= ledger.received) return
    ledger.received = received
    ledger.wake()
  }

  /** Streams that are open now. */
  get open(): number {
    return this.ledgers.size
  }

  /**
   * Yields what `next` makes, one item per credit, until it returns undefined or the reader goes away.
   * `next` is called only when its item can be sent at once. `window`: items in flight; with 1 the reader
   * sets the pace, and what it gets is as new as its asking.
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

/**
 * The reader's side: passes items on and grants credit once the consumer has come back for more,
 * so a consumer that stops reading stops the writer.
 */
export async function* granting<T>(stream: AsyncIterable<T>, grant: (received: number) => Promise<unknown>): AsyncGenerator<T, void, void> {
  let received = 0
  for await (const item of stream) {
    yield item
    received++
    // A grant that fails means the connection is gone, which the stream itself reports.
    void grant(received).catch(() => {})
  }
}
