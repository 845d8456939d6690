import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

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

/** The first answers can begin before the last requests arrive. Returns early if all are `answered`. */
export async function untilWaiting(areWaiting: () => Promise<boolean>, answered: Promise<unknown>): Promise<void> {
  let isOver = false
  const end = () => {
    isOver = true
  }
  answered.then(end, end)
  while (!isOver && !(await areWaiting())) await wait(5)
}

export const commonPrefix = (a: readonly number[], b: readonly number[]): number => {
  const differs = a.findIndex((token, index) => token !== b[index])
  return differs === -1 ? a.length : differs
}
