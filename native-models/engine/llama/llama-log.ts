/**
 * What llama.cpp logs, kept so that figures and reasons can be read out of it.
 *
 * node-llama-cpp delivers log lines a moment after the call that caused them; `settled` waits for them.
 */

export type LogLevel = 'error' | 'warn' | 'info'
export interface LogLine {
  readonly level: LogLevel
  readonly text: string
}

/** Lines kept for a bug report. */
const keptLines = 2000

export class LlamaLog {
  private readonly lines: LogLine[] = []
  private dropped = 0

  /** Goes to node-llama-cpp as its logger. One call may hold several lines. */
  readonly add = (level: string, message: string): void => {
    for (const text of message.split('\n')) {
      if (text.trim() === '') continue
      this.lines.push({
        level: level === 'error' || level === 'fatal' ? 'error' : level === 'warn' ? 'warn' : 'info',
        text: text.trimEnd(),
      })
    }
    const surplus = this.lines.length - keptLines
    if (surplus > 0) {
      this.lines.splice(0, surplus)
      this.dropped += surplus
    }
  }

  /** A position, for `since`. */
  get mark(): number {
    return this.dropped + this.lines.length
  }
  since(mark: number): readonly LogLine[] {
    return this.lines.slice(Math.max(0, mark - this.dropped))
  }

  /** Waits until the lines of a finished call have arrived. */
  async settled(): Promise<void> {
    for (let before = -1; before !== this.mark; ) {
      before = this.mark
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** The last error line since `mark`, without llama.cpp's function name: the reason for a failure. */
  reasonSince(mark: number): string | undefined {
    return this.since(mark)
      .filter((line) => line.level === 'error')
      .at(-1)
      ?.text.replace(/^\w+:\s*/, '')
      .trim()
  }
}
