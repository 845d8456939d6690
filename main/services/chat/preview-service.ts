import type { ConversationTool, ToolsPrice } from '../../../core/contract/chat/conversation-tools'
import { promptSettingsOf, type ToolDefinition } from '../../../core/contract/chat/tools'
import type { PromptMessage, ReusePreview, SavedHolding, SendPreview } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { OverflowPreview, OverflowSettings } from '../../../core/contract/settings/overflow'
import { documentsIn, messageWith } from '../../../core/documents/document-frame'
import { plainTextOf } from '../../../core/messages/parts-of'
import { expectedRate } from '../../../core/reuse/preview-reuse'
import { messagesNamed } from '../../../core/sessions/message-hash'
import type { Store } from '../../store/store'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { ModelSettings } from '../models/model-settings'
import type { ServerService } from '../servers/server-service'
import type { SessionService } from '../sessions/session-service'
import { messageOf } from './message-of'
import { pinnedOf, promptOf } from './prompt-of-path'
import { definitionsOf, toolsFor } from './tools-for'

export interface UnsentChange {
  readonly conversationId: string
  readonly replacesId?: string | undefined
  readonly text?: string | undefined
  readonly systemPrompt?: string | undefined
}

export class PreviewService {
  constructor(
    private readonly store: Store,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly sessions: SessionService,
    private readonly settings: ModelSettings,
    private readonly servers: Pick<ServerService, 'countPrompt'>,
  ) {}

  /** Throws `no-model-loaded`, `template-failed`, `message-not-found`. */
  async previewReuse({ conversationId, replacesId, text = '', systemPrompt }: UnsentChange): Promise<SendPreview> {
    const { conversations, messages } = this.store
    const { model } = this.state.value
    if (model.status !== 'ready') throw coded('no-model-loaded', {})
    const replaced = replacesId === undefined ? undefined : messageOf(this.store, conversationId, replacesId, 'user')
    const leaf = replaced ? replaced.parentId : conversations.leaf(conversationId)
    const path = leaf === null ? [] : messages.path(leaf)
    const system = systemPrompt ?? conversations.systemPrompt(conversationId)
    const prompt = promptOf(system, replaced ? [...path, { ...replaced, ...messageWith(documentsIn(replaced), text) }] : path)
    if (prompt.length === 0) return { promptTokens: 0, keptTokens: 0, processMs: null }
    const { tools } = toolsFor(this.store, conversationId)
    const preview = await this.previewOf(conversationId, prompt, tools)
    return { ...preview, processMs: this.processMs(conversationId, preview.promptTokens - preview.keptTokens) }
  }

  /** What the prompt costs if the conversation's tools become `tools`. Throws `no-model-loaded`, `template-failed`, `tools-refused`. */
  async previewTools(conversationId: string | null, tools: readonly ConversationTool[]): Promise<ToolsPrice> {
    const written = conversationId === null ? [] : this.shownPrompt(conversationId)
    const prompt: PromptMessage[] = written.length > 0 ? written : [{ role: 'user', text: '' }]
    const id = conversationId ?? ''
    const { model } = this.state.value
    if (model.status === 'server') return { serverListTokens: await this.serverListTokens(id, prompt, tools) }
    if (model.status !== 'ready') throw coded('no-model-loaded', {})
    const before = await this.previewOf(id, prompt, toolsFor(this.store, id).tools)
    const after = await this.previewOf(id, prompt, definitionsOf(tools).tools)
    const listTokens = after.promptTokens - before.promptTokens
    const processedTokens = written.length > 0 ? after.promptTokens - after.keptTokens : Math.max(0, listTokens)
    return {
      listTokens: Math.abs(listTokens),
      processedTokens,
      processMs: this.processMs(id, processedTokens),
      promptTokens: after.promptTokens,
      contextTokens: model.context.contextTokens,
    }
  }

  private async serverListTokens(id: string, prompt: readonly PromptMessage[], tools: readonly ConversationTool[]): Promise<number | null> {
    const before = await this.servers.countPrompt(prompt, toolsFor(this.store, id).tools ?? [])
    const after = before === null ? null : await this.servers.countPrompt(prompt, definitionsOf(tools).tools ?? [])
    return before === null || after === null ? null : Math.abs(after - before)
  }

  private shownPrompt(conversationId: string): PromptMessage[] {
    const { conversations, messages } = this.store
    const leaf = conversations.leaf(conversationId)
    return promptOf(conversations.systemPrompt(conversationId), leaf === null ? [] : messages.path(leaf))
  }

  private async previewOf(
    conversationId: string,
    messages: PromptMessage[],
    tools: readonly ToolDefinition[] | undefined,
  ): Promise<ReusePreview> {
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) throw coded('no-model-loaded', {})
    const saved = await this.savedFor(conversationId, messages)
    const settings = promptSettingsOf({ sampling: this.settings.read(model.file.id).sampling, tools })
    return engine.client.previewReuse({ conversationId, messages, settings, ...(saved ? { saved } : {}) })
  }

  /** null if no turn of this conversation has measured the loaded model. */
  private processMs(conversationId: string, tokens: number): number | null {
    const { conversations, messages } = this.store
    const { model } = this.state.value
    const measured = conversations.leaf(conversationId)
    const turns = (measured === null ? [] : messages.path(measured)).filter(
      ({ modelName }) => model.status === 'ready' && modelName === model.file.name,
    )
    const rate = expectedRate(turns.flatMap(({ metrics }) => (metrics ? [metrics] : [])))
    return rate === null ? null : (tokens * 1000) / rate
  }

  private async savedFor(conversationId: string, prompt: readonly PromptMessage[]): Promise<SavedHolding | undefined> {
    const saved = await this.sessions.describe(conversationId)
    if (!saved) return undefined
    return { ...saved, messages: messagesNamed(saved.messages, [...prompt, ...this.shownPrompt(conversationId)].flatMap(withoutReasoning)) }
  }

  /** Throws `no-model-loaded`, and the same errors as the engine's `previewOverflow`. */
  async previewOverflow(conversationId: string, overflow: OverflowSettings): Promise<OverflowPreview> {
    const { conversations, messages } = this.store
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) throw coded('no-model-loaded', {})
    const leaf = conversations.leaf(conversationId)
    const path = leaf === null ? [] : messages.path(leaf)
    const system = conversations.systemPrompt(conversationId)
    const prompt = promptOf(system, path)
    const { contextTokens } = model.context
    if (prompt.length === 0) return { usedTokens: 0, contextTokens, messages: [], droppedTokens: 0, repeatedTokens: 0 }
    const { sampling } = this.settings.read(model.file.id)
    const settings = promptSettingsOf({ sampling, ...toolsFor(this.store, conversationId) })
    return engine.client.previewOverflow({ messages: prompt, settings, overflow: { ...overflow, pinned: pinnedOf(system, path) } })
  }
}

/** A cache may hold a message as it was written, or without its reasoning. */
const withoutReasoning = (message: PromptMessage): PromptMessage[] =>
  message.parts ? [message, { role: message.role, text: plainTextOf(message) }] : [message]
