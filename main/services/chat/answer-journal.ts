/** Writes an answer to disk as it grows. Failed writes are retried, so nothing shown is lost. */
const retryMs = 2000

export class AnswerJournal {
  private pending = ''
  private told = false

  /** `append` throws if the disk refuses the text; `onTrouble` is called once. */
  constructor(
    private readonly append: (text: string) => void,
    private readonly onTrouble: () => void,
    private readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  write(text: string): void {
    this.pending += text
    this.attempt()
  }

  /** Writes the rest, then calls `seal`. Resolves when both are on disk, however long that takes. */
  async end(seal: () => void): Promise<void> {
    while (!this.attempt(seal)) await this.wait(retryMs)
  }

  private attempt(seal: () => void = () => {}): boolean {
    try {
      if (this.pending !== '') this.append(this.pending)
      this.pending = ''
      seal()
      return true
    } catch {
      if (!this.told) this.onTrouble()
      this.told = true
      return false
    }
  }
}
