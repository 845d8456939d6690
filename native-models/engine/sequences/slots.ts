/**
 * A conversation returns to its sequence; if it has several, to the one nearest to its next prompt. A new conversation continues a sequence
 * that its prompt contains, or takes an unused one, or the one that is worth least. Turns get their sequences in order of arrival, so a turn with several answers is not overtaken while
 * it waits for its sequences.
 */
export interface Slot<Sequence> {
  readonly sequence: Sequence
  readonly index: number
  conversationId: string | null
  busy: boolean
  usedAt: number
  /** How often it was taken. */
  uses: number
}

export interface Preference<Sequence> {
  /** Among the sequences of the conversation. */
  nearest(own: readonly Slot<Sequence>[]): Slot<Sequence>
  /** A sequence of another conversation that this one can continue, if there is one. */
  continued?(idle: readonly Slot<Sequence>[]): Slot<Sequence> | undefined
  /** The index of the only sequence that the turn may take first. */
  readonly only?: number | undefined
}

/** Sorts idle sequences into the order in which a turn that has `taken` takes them. */
export type TakingOrder<Sequence> = (idle: readonly Slot<Sequence>[], taken: readonly Slot<Sequence>[]) => Slot<Sequence>[]

interface Waiting {
  readonly conversationId: string
  readonly only: number | undefined
}

export class Slots<Sequence> {
  readonly all: Slot<Sequence>[]
  /** Turns without sequences, oldest first. */
  private readonly queue: Waiting[] = []
  private wakers: (() => void)[] = []

  constructor(
    sequences: readonly Sequence[],
    private readonly inOrder: TakingOrder<Sequence> = leastRecentlyUsed,
  ) {
    this.all = sequences.map((sequence, index) => ({ sequence, index, conversationId: null, busy: false, usedAt: 0, uses: 0 }))
  }

  async acquire(
    conversationId: string,
    signal: AbortSignal,
    preference: Preference<Sequence> = { nearest: newest },
  ): Promise<Slot<Sequence> | undefined> {
    return (await this.acquireMany(conversationId, 1, signal, preference))?.[0]
  }

  /**
   * Returns the nearest slot first, or undefined if aborted. `count` must not exceed the number of slots. Calls `onWait` if the turn waits
   * for other conversations, and again when the number of idle slots changes.
   */
  async acquireMany(
    conversationId: string,
    count: number,
    signal: AbortSignal,
    preference: Preference<Sequence> = { nearest: newest },
    onWait: (idle: number) => void = () => {},
  ): Promise<Slot<Sequence>[] | undefined> {
    const turn: Waiting = { conversationId, only: preference.only }
    const wake = () => this.wake()
    this.queue.push(turn)
    signal.addEventListener('abort', wake)
    try {
      while (!signal.aborted) {
        const chosen = this.isNext(turn) ? this.choose(conversationId, count, preference) : undefined
        if (chosen) {
          for (const slot of chosen) {
            take(slot)
            slot.conversationId = conversationId
          }
          return chosen
        }
        if (!this.waitsForItsOwn(turn)) onWait(this.idleCount)
        await this.change()
      }
      return undefined
    } finally {
      signal.removeEventListener('abort', wake)
      this.queue.splice(this.queue.indexOf(turn), 1)
      wake()
    }
  }

  /** A turn that waits for its own conversation, or for the only sequence that it may take, does not hold up the others. */
  private isNext(turn: Waiting): boolean {
    return this.queue.find((other) => !this.waitsForItsOwn(other)) === turn
  }

  private waitsForItsOwn({ conversationId, only }: Waiting): boolean {
    return this.of(conversationId).some(({ busy }) => busy) || (only !== undefined && this.all[only]?.busy === true)
  }

  /** Waits until the conversation's slots are idle. Returns the most recently used one, or undefined if the conversation has no slot. */
  async acquireOwn(conversationId: string): Promise<Slot<Sequence> | undefined> {
    for (;;) {
      const own = this.of(conversationId)
      if (own.every(({ busy }) => !busy)) {
        const slot = own.length > 0 ? newest(own) : undefined
        if (slot) take(slot)
        return slot
      }
      await this.change()
    }
  }

  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.wakers.push(resolve)
    })
  }

  release(slot: Slot<Sequence>): void {
    slot.busy = false
    slot.usedAt = performance.now()
    this.wake()
  }

  private wake(): void {
    const { wakers } = this
    this.wakers = []
    for (const wake of wakers) wake()
  }

  of(conversationId: string): Slot<Sequence>[] {
    return this.all.filter((slot) => slot.conversationId === conversationId)
  }

  private choose(conversationId: string, count: number, preference: Preference<Sequence>): Slot<Sequence>[] | undefined {
    if (this.waitsForItsOwn({ conversationId, only: preference.only }) || this.idleCount < count) return undefined
    const { idle } = this
    const usable = preference.only === undefined ? idle : idle.filter(({ index }) => index === preference.only)
    const own = this.of(conversationId).filter((slot) => usable.includes(slot))
    const found = own.length > 1 ? preference.nearest(own) : (own[0] ?? preference.continued?.(usable))
    const first = found ? [found] : preference.only === undefined ? [] : usable
    const left = idle.filter((slot) => !first.includes(slot))
    const others = first.length > 0 && first.length < count ? this.inOrder(left, first) : left
    const chosen = [...first, ...others].slice(0, count)
    return chosen.length === count ? chosen : undefined
  }

  get idle(): Slot<Sequence>[] {
    return this.inOrder(
      this.all.filter(({ busy }) => !busy),
      [],
    )
  }

  private get idleCount(): number {
    return this.all.filter(({ busy }) => !busy).length
  }
}

function take(slot: Slot<unknown>): void {
  slot.busy = true
  slot.uses++
}

const leastRecentlyUsed = <Sequence>(idle: readonly Slot<Sequence>[]): Slot<Sequence>[] =>
  idle.toSorted((a, b) => costOfTaking(a) - costOfTaking(b))

const costOfTaking = ({ conversationId, usedAt }: Slot<unknown>): number => (conversationId === null ? -1 : usedAt)

const newest = <Sequence>(slots: readonly Slot<Sequence>[]): Slot<Sequence> =>
  slots.reduce((best, slot) => (slot.usedAt > best.usedAt ? slot : best))
