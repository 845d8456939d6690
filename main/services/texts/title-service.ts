/** Has the model write the titles of conversations after their first answer. If it cannot, the title stays the beginning of the message. */
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { plainTextOf } from '../../../core/messages/parts-of'
import { titleFrom, titlePrompt } from '../../../core/titles/title'
import type { Store } from '../../store/store'
import type { Supervisor } from '../../supervisor/supervisor'
import { firstTitle } from '../chat/first-title'
import type { AppStateHolder } from '../common/app-state'
import { whenIdle } from '../sessions/when-idle'

interface Exchange {
  readonly conversationId: string
  readonly prompt: StoredMessage
  readonly answer: StoredMessage
}

export class TitleService {
  private readonly closing = new AbortController()
  private readonly underWay = new Set<string>()

  constructor(
    private readonly store: Store,
    private readonly state: AppStateHolder,
    private readonly supervisor: Supervisor,
    private readonly isWanted: () => boolean,
  ) {}

  /** Never rejects. */
  async answered(answerId: string): Promise<void> {
    try {
      const exchange = this.firstExchange(answerId)
      if (exchange) await this.title(exchange)
    } catch {
      // The title stays as it is.
    }
  }

  private async title(exchange: Exchange): Promise<void> {
    if (this.underWay.has(exchange.conversationId)) return
    this.underWay.add(exchange.conversationId)
    try {
      const text = await whenIdle(this.state, this.closing.signal, (ends) => this.write(exchange, ends))
      const title = titleFrom(text ?? '')
      const { conversationId, prompt, answer } = exchange
      // The title has words of the answer, so it goes with it.
      if (!title || !this.store.messages.has(answer.id)) return
      if (this.store.conversations.replaceTitle(conversationId, firstTitle(prompt).title, { title, messageId: answer.id }))
        this.state.changed('conversations')
    } finally {
      this.underWay.delete(exchange.conversationId)
    }
  }

  close(): void {
    this.closing.abort()
  }

  /** Returns undefined if it was interrupted, and '' if no title is possible. */
  private async write(exchange: Exchange, ends: AbortSignal): Promise<string | undefined> {
    const { engine } = this.supervisor
    if (!engine || !this.isPossible(exchange)) return ''
    const { text, end } = await engine.client.writeShort(
      { messages: titlePrompt(textOf(exchange.prompt), textOf(exchange.answer)) },
      { signal: ends },
    )
    if (end === 'interrupted') return undefined
    return end === 'ended' ? text : ''
  }

  private isPossible(exchange: Exchange): boolean {
    const { model } = this.state.value
    const { conversationId } = exchange
    return (
      this.isWanted() &&
      model.status === 'ready' &&
      // It is too small to write titles.
      model.file.origin !== 'embedded' &&
      this.store.conversations.list().some(({ id, title }) => id === conversationId && title === firstTitle(exchange.prompt).title)
    )
  }

  private firstExchange(answerId: string): Exchange | undefined {
    const { messages } = this.store
    // Everything may have been deleted in the meantime.
    if (!messages.has(answerId)) return undefined
    const [prompt, answer, ...others] = messages.path(answerId)
    if (!prompt || !answer || others.length > 0 || prompt.role !== 'user' || answer.state !== 'complete') return undefined
    const exchange = { conversationId: answer.conversationId, prompt, answer }
    return textOf(prompt) && textOf(answer) && this.isPossible(exchange) ? exchange : undefined
  }
}

const textOf = (message: StoredMessage): string => plainTextOf(message).trim()
