/** Retries failed writes. */
import { Emitter } from '../../../core/streams/emitter'

const retryMs = 2000

export class AnswerJournal {
  readonly writeFailed = new Emitter()
  private pending = ''
  private isReported = false

  constructor(
    private readonly append: (text: string) => void,
    private readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  write(text: string): void {
    this.pending += text
    this.attempt()
  }

  /** Resolves once all text is on the disk and `seal` has returned. */
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
      if (!this.isReported) this.writeFailed.emit()
      this.isReported = true
      return false
    }
  }
}
