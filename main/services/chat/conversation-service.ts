import type { ConversationSummary, ConversationThread } from '../../../core/contract/chat/conversations'
import type { ConversationFolder } from '../../../core/contract/conversations/folders'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import type { OverflowSettings } from '../../../core/contract/settings/overflow'
import type { ExportedFile } from '../../../core/contract/wire/exported-file'
import { messageCharacters } from '../../../core/contract/wire/text-limits'
import { canEdit, editedAnswer } from '../../../core/messages/edited-answer'
import { overflowProblem } from '../../../core/overflow/overflow-problem'
import { type CopyRequest, copyConversation } from '../../store/chat/copy-conversation'
import { asJson, asMarkdown } from '../../store/chat/export-conversation'
import { removeMessages } from '../../store/chat/remove-messages'
import type { Store } from '../../store/store'
import type { AppStateHolder } from '../common/app-state'
import type { SessionService } from '../sessions/session-service'
import { firstTitle } from './first-title'
import { messageOf } from './message-of'

/** Throws `conversation-not-found` for an unknown id. */
export class ConversationService {
  constructor(
    private readonly store: Store,
    private readonly state: AppStateHolder,
    private readonly sessions: Pick<SessionService, 'forget' | 'shorten'>,
    private readonly calls: { stop(conversationId: string): void },
  ) {}

  list(): ConversationSummary[] {
    return this.store.conversations.list()
  }

  search(text: string): ReturnType<Store['search']> {
    return this.store.search(text)
  }

  create(systemPrompt = '', isPrivate = false): ConversationSummary {
    return this.changed(this.store.conversations.create(systemPrompt, isPrivate))
  }

  read(conversationId: string): ConversationThread {
    const { conversations, messages } = this.store
    const conversation = conversations.get(conversationId)
    const leaf = conversations.leaf(conversationId)
    const path = leaf ? messages.path(leaf) : []
    const last = path.at(-1)
    return {
      conversation,
      systemPrompt: conversations.systemPrompt(conversationId),
      overflow: conversations.overflow(conversationId),
      tools: conversations.tools(conversationId).map(({ server, tool, definition: { name } }) => ({ server, tool, name })),
      messages: path,
      answers: last ? messages.setOf(last) : [],
    }
  }

  /** Throws `message-not-found`, `conversation-busy`. */
  copy(request: CopyRequest): ConversationSummary {
    const { conversationId, messageId } = request
    this.state.assertNotAnswering(conversationId)
    if (messageId !== undefined) this.assertBelongs(messageId, conversationId)
    return this.changed(this.store.conversations.get(copyConversation(this.store, request)))
  }

  rename(conversationId: string, title: string): ConversationSummary {
    return this.changed(this.store.conversations.rename(conversationId, title))
  }

  setPinned(conversationIds: readonly string[], isPinned: boolean): void {
    this.changed(this.store.conversations.setPinned(isPinned, ...conversationIds))
  }

  /** Throws `folder-not-found`. */
  move(conversationIds: readonly string[], folderId: string | null): void {
    if (folderId !== null) this.store.folders.read(folderId)
    this.changed(this.store.conversations.move(folderId, ...conversationIds))
  }

  folders(): ConversationFolder[] {
    return this.store.folders.list()
  }

  addFolder(name: string): ConversationFolder {
    return this.changed(this.store.folders.add(name))
  }

  /** Throws `folder-not-found`. */
  renameFolder(folderId: string, name: string): ConversationFolder {
    return this.changed(this.store.folders.rename(folderId, name))
  }

  /** Throws `folder-not-found`. */
  removeFolder(folderId: string): void {
    this.changed(this.store.folders.remove(folderId))
  }

  setSystemPrompt(conversationId: string, systemPrompt: string): void {
    this.changed(this.store.conversations.setSystemPrompt(conversationId, systemPrompt))
  }

  /** Throws `overflow-refused`, `overflow-no-room`. */
  setOverflow(conversationId: string, overflow: OverflowSettings): void {
    const { model } = this.state.value
    const problem = model.status === 'ready' ? overflowProblem(overflow, model.context) : null
    if (problem) throw new CodedError(problem)
    this.changed(this.store.conversations.setOverflow(conversationId, overflow))
  }

  /** Throws `message-not-found`. */
  pin(conversationId: string, messageId: string, isPinned: boolean): void {
    this.assertBelongs(messageId, conversationId)
    this.changed(this.store.messages.pin(messageId, isPinned))
  }

  /** Throws `message-not-found`. */
  showBranch(conversationId: string, messageId: string): ConversationThread {
    this.assertBelongs(messageId, conversationId)
    const { branches } = this.store
    branches.show(conversationId, branches.leafThrough(conversationId, messageId))
    return this.changed(this.read(conversationId))
  }

  /**
   * Shows the edited answer as a sibling of the original. Throws `message-not-found`, `conversation-busy`, `answer-not-editable`,
   * `empty-message`, `message-too-long`.
   */
  editAnswer(conversationId: string, answerId: string, text: string): ConversationThread {
    const { shelves, messages, branches } = this.store
    const answer = messageOf(this.store, conversationId, answerId, 'assistant')
    this.state.assertNotAnswering(conversationId)
    if (!canEdit(answer)) throw coded('answer-not-editable', { answerId })
    if (text.trim() === '') throw coded('empty-message', {})
    const edited = editedAnswer(answer, text)
    const { length: characters } = edited.text
    if (characters > messageCharacters) throw coded('message-too-long', { characters, limitCharacters: messageCharacters })
    shelves.ofConversation(conversationId).together(() => branches.show(conversationId, messages.addEdited(answer, edited).id))
    return this.changed(this.read(conversationId))
  }

  /** Ends open calls. Throws `message-not-found`, `conversation-busy`. */
  removeFrom(conversationId: string, messageId: string): ConversationThread {
    this.state.assertNoTurn(conversationId)
    removeMessages(this.store, conversationId, messageId)
    this.calls.stop(conversationId)
    this.sessions.shorten(conversationId)
    const [first] = this.read(conversationId).messages
    if (first) this.store.conversations.replaceTitle(conversationId, '', firstTitle(first))
    return this.changed(this.read(conversationId))
  }

  /** Moves all of them to the bin and deletes their saved caches, or does nothing. Throws `conversation-busy`. */
  remove(conversationIds: readonly string[]): void {
    for (const id of conversationIds) this.state.assertNotAnswering(id)
    this.store.conversations.remove(...conversationIds)
    for (const id of conversationIds) this.sessions.forget(id)
    this.changed(undefined)
  }

  restore(conversationIds: readonly string[]): void {
    this.changed(this.store.conversations.restore(...conversationIds))
  }

  export(conversationId: string, format: 'markdown' | 'json'): ExportedFile {
    const { conversations, messages } = this.store
    const { conversation, systemPrompt, messages: path } = this.read(conversationId)
    return format === 'markdown'
      ? asMarkdown(conversation, systemPrompt, path)
      : asJson(conversation, systemPrompt, messages.all(conversationId), conversations.leaf(conversationId))
  }

  private assertBelongs(messageId: string, conversationId: string): void {
    if (this.store.messages.get(messageId).conversationId !== conversationId) throw coded('message-not-found', { messageId })
  }

  private changed<T>(result: T): T {
    this.state.changed('conversations')
    return result
  }
}
