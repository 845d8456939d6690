export class Random {
  private state: number
  constructor(seed: number) {
    this.state = seed >>> 0
  }
  /** Source: mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }
  is(share: number): boolean {
    return this.next() < share
  }
  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }
  bytes(most: number): Buffer {
    return Buffer.from(Array.from({ length: this.below(most + 1) }, () => this.below(256)))
  }
}
