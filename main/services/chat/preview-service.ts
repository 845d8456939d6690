import type { PromptMessage, SavedHolding, SendPreview } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { OverflowPreview, OverflowSettings } from '../../../core/contract/settings/overflow'
import { messageWith } from '../../../core/documents/document-frame'
import { plainTextOf } from '../../../core/messages/parts-of'
import { expectedRate } from '../../../core/reuse/preview-reuse'
import { messagesNamed } from '../../../core/sessions/message-hash'
import type { Store } from '../../store/store'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import { documentsIn } from '../documents/documents-in'
import type { ModelSettings } from '../models/model-settings'
import type { SessionService } from '../sessions/session-service'
import { messageOf } from './message-of'
import { pinnedOf, promptOf } from './prompt-of-path'

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
  ) {}

  /** Throws `no-model-loaded`, `template-failed`, `message-not-found`. */
  async previewReuse({ conversationId, replacesId, text = '', systemPrompt }: UnsentChange): Promise<SendPreview> {
    const { conversations, messages } = this.store
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) throw coded('no-model-loaded', {})
    const replaced = replacesId === undefined ? undefined : messageOf(this.store, conversationId, replacesId, 'user')
    const leaf = replaced ? replaced.parentId : conversations.leaf(conversationId)
    const path = leaf === null ? [] : messages.path(leaf)
    const system = systemPrompt ?? conversations.systemPrompt(conversationId)
    const prompt = promptOf(system, replaced ? [...path, { ...replaced, ...messageWith(documentsIn(replaced), text) }] : path)
    if (prompt.length === 0) return { promptTokens: 0, keptTokens: 0, processMs: null }
    const saved = await this.savedFor(conversationId, prompt)
    const settings = this.settings.read(model.file.id).sampling
    const preview = await engine.client.previewReuse({ conversationId, messages: prompt, settings, ...(saved ? { saved } : {}) })
    const measured = conversations.leaf(conversationId)
    const turns = (measured === null ? [] : messages.path(measured)).filter(({ modelName }) => modelName === model.file.name)
    const rate = expectedRate(turns.flatMap(({ metrics }) => (metrics ? [metrics] : [])))
    return { ...preview, processMs: rate === null ? null : ((preview.promptTokens - preview.keptTokens) * 1000) / rate }
  }

  private async savedFor(conversationId: string, prompt: readonly PromptMessage[]): Promise<SavedHolding | undefined> {
    const saved = await this.sessions.describe(conversationId)
    if (!saved) return undefined
    const { conversations, messages } = this.store
    const leaf = conversations.leaf(conversationId)
    const shown = leaf === null ? [] : promptOf(conversations.systemPrompt(conversationId), messages.path(leaf))
    return { ...saved, messages: messagesNamed(saved.messages, [...prompt, ...shown].flatMap(withoutReasoning)) }
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
    const settings = this.settings.read(model.file.id).sampling
    return engine.client.previewOverflow({ messages: prompt, settings, overflow: { ...overflow, pinned: pinnedOf(system, path) } })
  }
}

/** A cache may hold a message as it was written, or without its reasoning. */
const withoutReasoning = (message: PromptMessage): PromptMessage[] =>
  message.parts ? [message, { role: message.role, text: plainTextOf(message) }] : [message]
