/** Repeatable random numbers (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** From 0, below `end`. */
  below(end: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }
  chance(share: number): boolean {
    return this.below(1000) < share * 1000
  }
}
