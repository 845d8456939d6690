/** node-llama-cpp delivers a call's log lines shortly after the call. `settled` waits for them. */

export type LogLevel = 'error' | 'warn' | 'info'
export interface LogLine {
  readonly level: LogLevel
  readonly text: string
}

const keptLines = 2000

export class LlamaLog {
  private readonly lines: LogLine[] = []
  private dropped = 0

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

  get mark(): number {
    return this.dropped + this.lines.length
  }
  since(mark: number): readonly LogLine[] {
    return this.lines.slice(Math.max(0, mark - this.dropped))
  }

  async settled(): Promise<void> {
    for (let before = -1; before !== this.mark; ) {
      before = this.mark
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  reasonSince(mark: number): string | undefined {
    return this.since(mark)
      .filter((line) => line.level === 'error')
      .at(-1)
      ?.text.replace(/^\w+:\s*/, '')
      .trim()
  }
}
