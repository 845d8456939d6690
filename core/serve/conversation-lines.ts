/**
 * A request does not name its conversation. The engine keeps cells per conversation, so each request continues the conversation whose
 * prompt has the most in common with it. Without this, the prefix store alone lets a title request take the sequence of the chat that it is
 * about: an agent with titles reused 18 of 2,190 prompt tokens instead of 1,713 (Pocket, two sequences).
 *
 * There are more conversations than sequences: when a conversation loses its sequence, the engine copies it to memory. Two conversations
 * with one id would overwrite each other's cells without a copy.
 */
import { apiConversationId } from '../requests/api-conversation'
import type { ServedPrompt } from './served-request'

export interface Line {
  readonly conversationId: string
  /** Of the last prompt. The service hands in hashes, so no text stays. */
  messages: readonly string[]
  isBusy: boolean
  usedAt: number
}

const mostLines = 32

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
    const line = best && continues(best) ? best.line : this.add()
    Object.assign(line, { messages, isBusy: true })
    return line
  }

  release(line: Line): void {
    Object.assign(line, { isBusy: false, usedAt: ++this.clock })
  }

  /** Removes the least recently used conversations if there are too many. */
  surplus(): string[] {
    const idle = this.lines.filter(({ isBusy }) => !isBusy).sort((a, b) => a.usedAt - b.usedAt)
    const gone = idle.slice(0, Math.max(0, this.lines.length - Math.max(mostLines, this.sequences())))
    for (const line of gone) this.lines.splice(this.lines.indexOf(line), 1)
    return gone.map(({ conversationId }) => conversationId)
  }

  clear(): string[] {
    return this.lines.splice(0).map(({ conversationId }) => conversationId)
  }

  private add(): Line {
    const line: Line = { conversationId: apiConversationId(++this.made), messages: [], isBusy: false, usedAt: 0 }
    this.lines.push(line)
    return line
  }
}

/** Tools and system prompt alone do not make a conversation. Its last message may have been edited. */
function continues({ line, common }: { readonly line: Line; readonly common: number }): boolean {
  const { length } = line.messages
  return common > 1 && (common === length || (common > 2 && common === length - 1))
}

function commonOf(held: readonly string[], wanted: readonly string[]): number {
  const differs = wanted.findIndex((message, at) => message !== held[at])
  return differs < 0 ? wanted.length : differs
}

/** The units that two prompts can share. A raw prompt has no messages, so it is divided into pieces of equal length. */
export const messagesOf = (prompt: ServedPrompt): string[] => {
  switch (prompt.kind) {
    case 'chat':
      return [JSON.stringify(prompt.tools), ...prompt.messages.map(({ role, text }) => JSON.stringify([role, text]))]
    case 'text':
      return prompt.text.match(/[\s\S]{1,64}/g) ?? []
    case 'tokens':
      return Array.from({ length: Math.ceil(prompt.tokens.length / 16) }, (_, at) => prompt.tokens.slice(16 * at, 16 * (at + 1)).join())
  }
}
