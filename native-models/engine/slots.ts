/**
 * Which conversation's tokens each sequence of the context holds.
 *
 * A conversation returns to its own sequence and finds its prefix there. A new one takes a sequence that was
 * never used, else the one that nobody has used for longest. While all are busy it waits in line.
 */
export interface Slot<Sequence> {
  readonly sequence: Sequence
  readonly index: number
  conversationId: string | null
  busy: boolean
  usedAt: number
}

export class Slots<Sequence> {
  readonly all: Slot<Sequence>[]
  private waiting: (() => void)[] = []

  constructor(sequences: readonly Sequence[]) {
    this.all = sequences.map((sequence, index) => ({ sequence, index, conversationId: null, busy: false, usedAt: 0 }))
  }

  /** A slot for this conversation, or undefined when the caller went away while it waited. */
  async acquire(conversationId: string, signal: AbortSignal): Promise<Slot<Sequence> | undefined> {
    while (!signal.aborted) {
      const slot = this.choose(conversationId)
      if (slot) {
        slot.busy = true
        slot.conversationId = conversationId
        return slot
      }
      await this.change(signal)
    }
    return undefined
  }

  /** The slot that this conversation has, once it is idle; undefined where it has none, or has lost it while it waited. */
  async acquireOwn(conversationId: string): Promise<Slot<Sequence> | undefined> {
    for (;;) {
      const own = this.of(conversationId)
      if (!own?.busy) {
        if (own) own.busy = true
        return own
      }
      await this.change()
    }
  }

  private change(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve)
      signal?.addEventListener('abort', () => resolve(), { once: true })
    })
  }

  release(slot: Slot<Sequence>): void {
    slot.busy = false
    slot.usedAt = performance.now()
    const waiting = this.waiting
    this.waiting = []
    for (const wake of waiting) wake()
  }

  of(conversationId: string): Slot<Sequence> | undefined {
    return this.all.find((slot) => slot.conversationId === conversationId)
  }

  private choose(conversationId: string): Slot<Sequence> | undefined {
    const own = this.of(conversationId)
    return own ? (own.busy ? undefined : own) : this.next
  }

  /** The one that a conversation without a sequence would take now; undefined while all are busy. */
  get next(): Slot<Sequence> | undefined {
    const idle = this.all.filter((slot) => !slot.busy)
    return idle.find((slot) => slot.conversationId === null) ?? idle.sort((a, b) => a.usedAt - b.usedAt)[0]
  }
}
