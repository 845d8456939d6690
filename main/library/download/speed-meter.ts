const windowMs = 5000
const leastMs = 500

export class SpeedMeter {
  private readonly marks: { readonly ms: number; readonly bytes: number }[] = []

  /** `bytes` is the total so far. `ms` is a monotonic time. */
  note(bytes: number, ms: number): void {
    const last = this.marks.at(-1)
    if (last && bytes < last.bytes) this.reset()
    if (last && this.marks.length > 1 && ms - (this.marks.at(-2)?.ms ?? 0) < 100) this.marks.pop()
    this.marks.push({ ms, bytes })
    while (this.marks.length > 2 && ms - (this.marks[1]?.ms ?? ms) >= windowMs) this.marks.shift()
  }

  reset(): void {
    this.marks.length = 0
  }

  bytesPerSecond(ms: number): number | null {
    const first = this.marks[0]
    const last = this.marks.at(-1)
    if (!first || !last || ms - first.ms < leastMs) return null
    return ((last.bytes - first.bytes) / (ms - first.ms)) * 1000
  }
}
