import { once } from 'node:events'

/** Tells when `slots` of several answers have begun. */
export class Queue {
  private readonly signal = new EventTarget()
  private readonly answering = new Set<number>()
  readonly full: Promise<unknown>

  constructor(private readonly slots: number) {
    this.full = once(this.signal, 'full')
  }

  began(index: number): void {
    this.answering.add(index)
    if (this.answering.size >= this.slots) this.signal.dispatchEvent(new Event('full'))
  }
}

export const commonPrefix = (a: readonly number[], b: readonly number[]): number => {
  const differs = a.findIndex((token, index) => token !== b[index])
  return differs === -1 ? a.length : differs
}
