/** Retries failed writes. */
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import { Emitter } from '../../../core/streams/emitter'

const retryMs = 2000

export class AnswerJournal {
  readonly writeFailed = new Emitter()
  private pending = ''
  private parts: readonly MessagePart[] | undefined
  private isReported = false

  constructor(
    private readonly append: (text: string, parts?: readonly MessagePart[]) => void,
    private readonly wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  ) {}

  /** `parts` is the new list of parts, if it has changed. */
  write(text: string, parts?: readonly MessagePart[]): void {
    this.pending += text
    this.parts = parts ?? this.parts
    this.attempt()
  }

  /** Resolves once all text is on the disk and `seal` has returned. */
  async end(seal: () => void): Promise<void> {
    while (!this.attempt(seal)) await this.wait(retryMs)
  }

  private attempt(seal: () => void = () => {}): boolean {
    try {
      if (this.pending !== '' || this.parts) this.append(this.pending, this.parts)
      this.pending = ''
      this.parts = undefined
      seal()
      return true
    } catch {
      if (!this.isReported) this.writeFailed.emit()
      this.isReported = true
      return false
    }
  }
}
