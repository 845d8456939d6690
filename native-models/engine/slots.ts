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
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return undefined
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
    if (own) return own.busy ? undefined : own
    const idle = this.all.filter((slot) => !slot.busy)
    return idle.find((slot) => slot.conversationId === null) ?? idle.sort((a, b) => a.usedAt - b.usedAt)[0]
  }
}
