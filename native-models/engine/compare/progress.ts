/** One message per token would distort the measurement. */
const everyMs = 200

export class Progress {
  private done = 0
  private reportedAt = performance.now()

  constructor(
    private readonly total: number,
    private readonly onProgress: (share: number) => void,
  ) {}

  advance(by: number): void {
    this.done += by
    const now = performance.now()
    if (now - this.reportedAt < everyMs) return
    this.reportedAt = now
    this.onProgress(Math.min(1, this.done / this.total))
  }
  end(): void {
    this.onProgress(1)
  }
}
