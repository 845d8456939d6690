/**
 * Processes the documents of a new conversation's unsent message while the model is idle, so its first answer, and those of other
 * conversations about the same documents, do not wait for it.
 */
import type { UnsentText } from '../../../core/contract/chat/unsent'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { Attachment } from '../../../core/documents/document-frame'
import type { AppStateHolder } from '../common/app-state'
import { type BackgroundPrefixes, promptsWith } from '../sessions/background-prefixes'
import type { PrefixOwners } from '../sessions/prefix-owners'
import type { SessionService } from '../sessions/session-service'
import type { DocumentService } from './document-service'

type NewMessage = Pick<UnsentText, 'documents' | 'typedSystemPrompt' | 'isPrivate'>

export interface SentDocuments {
  readonly conversationId: string
  readonly documentIds: readonly string[]
  readonly documents: readonly Attachment[]
  readonly isPrivate: boolean
}

interface Underway {
  readonly wanted: string
  readonly documentIds: readonly string[]
  readonly abort: AbortController
  ownerId?: string
}

interface Parts {
  readonly documents: DocumentService
  readonly state: AppStateHolder
  readonly background: BackgroundPrefixes
  readonly owners: PrefixOwners
  readonly sessions: Pick<SessionService, 'forget'>
}

export class DocumentCaches {
  private underway: Underway | undefined

  constructor(private readonly parts: Parts) {}

  /** The cells are gone, or will be soon. */
  contextEnded(): void {
    this.end()
  }

  /** A new context has no cells yet. */
  contextCreated(message: NewMessage | undefined): void {
    this.end()
    this.follow(message)
  }

  /** Call it when the unsent message of a new conversation or the settings change. */
  follow(message: NewMessage | undefined): void {
    const { state } = this.parts
    const wanted = message && state.value.model.status === 'ready' ? this.wantedBy(message) : undefined
    if (wanted === this.underway?.wanted) return
    this.end()
    if (wanted === undefined || !message) return
    const documentIds = message.documents.map(({ document }) => document.id)
    const underway: Underway = { wanted, documentIds, abort: new AbortController() }
    this.underway = underway
    state.update({ background: { documentIds, isReady: false } })
    void this.process(underway, message).catch((error: unknown) => {
      if (!failureIn(error)) console.error('[documents]', error)
      // Sending the message reports what is wrong.
      if (this.underway === underway) state.update({ background: null })
    })
  }

  /** The conversation's turn processes the rest itself. */
  sent({ conversationId, documentIds, documents, isPrivate }: SentDocuments): void {
    const { underway } = this
    if (!underway?.documentIds.some((id) => documentIds.includes(id))) return
    if (isPrivate || !underway.ownerId) return this.end()
    this.parts.owners.usedBy(underway.ownerId, conversationId, documents)
    underway.abort.abort()
  }

  private async process(underway: Underway, { documents, typedSystemPrompt }: NewMessage): Promise<void> {
    const { background, owners, state } = this.parts
    const chosen = await this.parts.documents.chosen(documents.map(({ document: { id }, pages }) => ({ id, pages })))
    if (underway.abort.signal.aborted) return
    const prompts = promptsWith(typedSystemPrompt, chosen)
    const name = documents.map(({ document }) => document.name).join(', ')
    underway.ownerId = owners.add('document', name, prompts[0])
    const tokens = await background.process(
      { conversationId: underway.ownerId, prompts, ...background.samplingNow() },
      underway.abort.signal,
    )
    if (tokens !== undefined && this.underway === underway)
      state.update({ background: { documentIds: [...underway.documentIds], isReady: true } })
  }

  private end(): void {
    const { underway } = this
    const { state, owners, sessions } = this.parts
    if (!underway) return
    this.underway = undefined
    state.update({ background: null })
    underway.abort.abort()
    const { ownerId } = underway
    if (ownerId !== undefined && !owners.isKept(ownerId)) sessions.forget(ownerId)
  }

  /** undefined if nothing is to be processed. Only servers read images, and only what comes before all images is the same for each question. */
  private wantedBy({ documents, typedSystemPrompt, isPrivate }: NewMessage): string | undefined {
    const { background, state } = this.parts
    if (isPrivate || documents.length === 0 || documents.some(({ document }) => document.image)) return undefined
    const { model } = state.value
    if (model.status !== 'ready') return undefined
    const { thinking, reasoningEffort, keepReasoning } = background.samplingNow().sampling
    const chosen = documents.map(({ document: { id }, pages }) => [id, pages])
    return JSON.stringify([chosen, typedSystemPrompt, model.file.id, model.context.contextTokens, thinking, reasoningEffort, keepReasoning])
  }
}
