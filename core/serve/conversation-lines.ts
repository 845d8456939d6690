/**
 * A request does not name its conversation. The engine keeps cells per conversation, so each request continues the conversation whose
 * prompt has the most in common with it. Without this, the prefix store alone lets a title request take the sequence of the chat that it
 * is about: an agent with titles reused 18 of 2,190 prompt tokens instead of 1,713 (Pocket, two sequences).
 */
export interface Line {
  readonly conversationId: string
  /** The messages of the last prompt, each as JSON. */
  messages: readonly string[]
  isBusy: boolean
  usedAt: number
}

export class ConversationLines {
  private readonly lines: Line[] = []
  private made = 0
  private clock = 0

  constructor(private readonly sequences: () => number) {}

  /** `messages` are what the prompt consists of, in order: the tools, then the messages. */
  take(messages: readonly string[]): Line {
    const idle = this.lines.filter(({ isBusy }) => !isBusy)
    const continued = idle
      .map((line) => ({ line, common: commonOf(line.messages, messages) }))
      .sort((a, b) => b.common - a.common || a.line.usedAt - b.line.usedAt)
    const [best] = continued
    const isContinued = best !== undefined && best.common > 1 && best.common >= best.line.messages.length - 1
    const hasRoom = this.lines.length < this.sequences()
    const line = best && (isContinued || !hasRoom) ? best.line : this.add()
    Object.assign(line, { messages, isBusy: true })
    return line
  }

  release(line: Line): void {
    Object.assign(line, { isBusy: false, usedAt: ++this.clock })
  }

  /** Removes lines beyond the number of sequences, because their cells are gone. */
  surplus(): string[] {
    const idle = this.lines.filter(({ isBusy }) => !isBusy).sort((a, b) => a.usedAt - b.usedAt)
    const gone = idle.slice(0, Math.max(0, this.lines.length - this.sequences()))
    for (const line of gone) this.lines.splice(this.lines.indexOf(line), 1)
    return gone.map(({ conversationId }) => conversationId)
  }

  clear(): string[] {
    return this.lines.splice(0).map(({ conversationId }) => conversationId)
  }

  private add(): Line {
    const line: Line = { conversationId: `api-${++this.made}`, messages: [], isBusy: false, usedAt: 0 }
    this.lines.push(line)
    return line
  }
}

function commonOf(held: readonly string[], wanted: readonly string[]): number {
  const differs = wanted.findIndex((message, at) => message !== held[at])
  return differs < 0 ? wanted.length : differs
}
