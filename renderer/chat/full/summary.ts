/** Continues a conversation in a new one, whose unsent message gets a summary of it. */
import { createStore } from 'zustand/vanilla'
import type { ConversationThread } from '../../../core/contract/chat/conversations'
import { copy } from '../../../core/copy/copy'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { focusComposer } from '../composer/focus-composer'
import { changeComposerText, composerTextOf, composerTextStore } from '../conversation/composer-texts'
import { conversationStore, host, openNew } from '../conversation/conversation-store'
import { addDocument } from '../documents/document-store'

export interface SummaryState {
  /** undefined if this window has no summary written. */
  readonly stop: (() => void) | undefined
  readonly trouble: { readonly conversationId: string; readonly failure: ShownFailure } | undefined
}
export const summaryStore = createStore<SummaryState>(() => ({ stop: undefined, trouble: undefined }))
const { setState } = summaryStore

/** `unansweredText` goes along as the new message. */
export async function continueWithSummary({ conversation, systemPrompt }: ConversationThread, unansweredText: string): Promise<void> {
  const { id: conversationId, title, isPrivate } = conversation
  const abort = new AbortController()
  setState({ stop: () => abort.abort(), trouble: undefined })
  try {
    const name = copy.chat.contextFull.summaryName(title)
    const document = await host().conversations.summarize({ conversationId, name }, { signal: abort.signal })
    addDocument(null, document)
    const typed = composerTextOf(composerTextStore.getState(), null)
    changeComposerText(null, {
      text: typed.text || unansweredText,
      isPrivate: typed.isPrivate || isPrivate,
      typedSystemPrompt: typed.typedSystemPrompt ?? (systemPrompt || null),
    })
    if (conversationStore.getState().openId !== conversationId) return
    openNew()
    focusComposer()
  } catch (error) {
    if (!abort.signal.aborted) setState({ trouble: { conversationId, failure: shownFailure(error) } })
  } finally {
    setState({ stop: undefined })
  }
}
