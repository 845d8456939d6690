/** Has the model summarize a conversation, so that it can go on in a new one. */
import type { AttachedDocument } from '../../../core/contract/chat/documents'
import { coded } from '../../../core/contract/errors/coded-error'
import { summarize } from '../../../core/summary/summarize'
import type { Store } from '../../store/store'
import { promptOf } from '../chat/prompt-of-path'
import { toolsFor } from '../chat/tools-for'
import type { AppStateHolder } from '../common/app-state'
import type { DocumentService } from '../documents/document-service'
import type { ModelTexts } from './model-texts'

/** A summary has at most this many tokens, and at most a quarter of the context. */
const mostTokens = 768

export class SummaryService {
  constructor(
    private readonly store: Store,
    private readonly state: AppStateHolder,
    private readonly texts: ModelTexts,
    private readonly documents: Pick<DocumentService, 'add'>,
  ) {}

  /** Returns a document for an unsent message. Throws the errors that the contract lists for `conversations.summarize`. */
  async write(conversationId: string, name: string, signal: AbortSignal): Promise<AttachedDocument> {
    const { conversations, messages } = this.store
    conversations.get(conversationId)
    const { model, summary } = this.state.value
    this.state.assertNotComparing()
    this.state.assertNotAnswering(conversationId)
    if (summary !== null) throw coded('conversation-busy', { conversationId: summary.conversationId })
    if (model.status !== 'ready') throw coded('no-model-loaded', {})
    const leaf = conversations.leaf(conversationId)
    const prompt = promptOf(conversations.systemPrompt(conversationId), leaf === null ? [] : messages.path(leaf))
    const summaryTokens = Math.min(mostTokens, Math.floor(model.context.contextTokens / 4))
    const isPrivate = conversations.isPrivate(conversationId)
    const tools = toolsFor(this.store, conversationId)
    let written = 0
    const show = (tokens: number) => this.state.update({ summary: { conversationId, tokens: written + tokens } })
    show(0)
    try {
      const text = await summarize(prompt, {
        mostPromptTokens: model.context.contextTokens - summaryTokens,
        count: (messages) => this.texts.count(messages, tools.tools),
        write: async (messages) => {
          let tokens = 0
          const one = await this.texts.write({ messages, ...tools, mostTokens: summaryTokens, isPrivate }, signal, (count) => {
            tokens = count
            show(tokens)
          })
          written += tokens
          if (one.stopReason === 'context-replaced' || one.stopReason === 'stopped')
            throw coded('summary-failed', { reason: 'interrupted' })
          if (one.text === '') throw coded('summary-failed', { reason: 'empty' })
          return one.text
        },
      })
      if (!text) throw coded('summary-failed', { reason: text === undefined ? 'no-room' : 'empty' })
      return this.documents.add(name, text)
    } finally {
      this.state.update({ summary: null })
    }
  }
}
