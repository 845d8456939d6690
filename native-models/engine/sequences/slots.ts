/**
 * Which conversation's tokens each sequence of the context holds.
 *
 * A conversation returns to its own sequence and finds its prefix there. A new one takes a sequence that was
 * never used, else the one that nobody has used for longest. While all are busy it waits in line. After several
 * answers to one prompt a conversation has several sequences; it goes on in the one that is nearest to its next prompt.
 */
export interface Slot<Sequence> {
  readonly sequence: Sequence
  readonly index: number
  conversationId: string | null
  busy: boolean
  usedAt: number
}

/** Picks, of several sequences that hold a conversation, the one to go on in. */
export type Nearest<Sequence> = (slots: readonly Slot<Sequence>[]) => Slot<Sequence>

export class Slots<Sequence> {
  readonly all: Slot<Sequence>[]
  private waiting: (() => void)[] = []

  constructor(sequences: readonly Sequence[]) {
    this.all = sequences.map((sequence, index) => ({ sequence, index, conversationId: null, busy: false, usedAt: 0 }))
  }

  /** A slot for this conversation, or undefined when the caller went away while it waited. */
  async acquire(conversationId: string, signal: AbortSignal, nearest: Nearest<Sequence> = newest): Promise<Slot<Sequence> | undefined> {
    return (await this.acquireMany(conversationId, 1, signal, nearest))?.[0]
  }

  /** So many slots for this conversation, of which the first is the nearest to what it will hold. `count`: at most as many as there are. */
  async acquireMany(
    conversationId: string,
    count: number,
    signal: AbortSignal,
    nearest: Nearest<Sequence> = newest,
  ): Promise<Slot<Sequence>[] | undefined> {
    while (!signal.aborted) {
      const chosen = this.choose(conversationId, count, nearest)
      if (chosen) {
        for (const slot of chosen) Object.assign(slot, { busy: true, conversationId })
        return chosen
      }
      await this.change(signal)
    }
    return undefined
  }

  /** The slot that this conversation has, once it is idle; undefined where it has none, or has lost it while it waited. */
  async acquireOwn(conversationId: string): Promise<Slot<Sequence> | undefined> {
    for (;;) {
      const own = this.of(conversationId)
      if (own.every(({ busy }) => !busy)) {
        const slot = own.length > 0 ? newest(own) : undefined
        if (slot) slot.busy = true
        return slot
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

  /** Sequences that hold this conversation. */
  of(conversationId: string): Slot<Sequence>[] {
    return this.all.filter((slot) => slot.conversationId === conversationId)
  }

  private choose(conversationId: string, count: number, nearest: Nearest<Sequence>): Slot<Sequence>[] | undefined {
    const own = this.of(conversationId)
    // A conversation has one turn at a time.
    if (own.some(({ busy }) => busy)) return undefined
    const first = own.length > 1 ? [nearest(own)] : own
    const others = this.idle.filter((slot) => !first.includes(slot))
    const chosen = [...first, ...others].slice(0, count)
    return chosen.length === count ? chosen : undefined
  }

  /** Those that can be taken, the one that costs least first. */
  get idle(): Slot<Sequence>[] {
    return this.all.filter(({ busy }) => !busy).sort((a, b) => costOfTaking(a) - costOfTaking(b))
  }
}

/** What nobody holds costs nothing; of the others, what was used long ago. */
const costOfTaking = ({ conversationId, usedAt }: Slot<unknown>): number => (conversationId === null ? -1 : usedAt)

const newest = <Sequence>(slots: readonly Slot<Sequence>[]): Slot<Sequence> =>
  slots.reduce((best, slot) => (slot.usedAt > best.usedAt ? slot : best))
