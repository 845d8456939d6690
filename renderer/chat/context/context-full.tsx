import { useState } from 'react'
import { useStore } from 'zustand'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { copy } from '../../../core/copy/copy'
import { type ShownFailure, shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'
import type { StoredSettings } from '../../settings/settings-edits'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { conversationStore, openNew, setOverflow } from '../conversation/conversation-store'
import { RaiseButtons } from './raise-buttons'

/** The context was full and has not grown, and the conversation drops nothing to make room, so a longer answer would end at once. */
export function useIsContextFull({ metrics }: StoredMessage): boolean {
  const policy = useStore(conversationStore, ({ thread }) => (thread?.overflow ?? defaultOverflow).policy)
  const contextTokens = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context.contextTokens : 0))
  return metrics?.stopReason === 'context-full' && policy === 'stop' && contextTokens <= metrics.totalCells
}

/** Says that the context is full, and offers what makes room. */
export function ContextFull({ message }: { readonly message: StoredMessage }) {
  const isFull = useIsContextFull(message)
  const model = useApp(({ app }) => (app?.model.status === 'ready' ? app.model : undefined))
  return isFull && model ? <OfferFor conversationId={message.conversationId} model={model} /> : null
}

interface OfferProps {
  readonly conversationId: string
  readonly model: ReadyModel
}

function OfferFor(props: OfferProps) {
  const stored = useStoredSettings(props.model.file.id)
  return stored ? <Offer {...props} stored={stored} /> : null
}

function Offer({ conversationId, model, stored }: OfferProps & { readonly stored: StoredSettings }) {
  const [trouble, setTrouble] = useState<ShownFailure>()
  const isBusy = useApp(({ app }) => (app?.turns.length ?? 0) > 0)
  const overflow = useStore(conversationStore, ({ thread }) => thread?.overflow ?? defaultOverflow)
  const { contextTokens, trainedTokens } = model.context
  const doubled = trainedTokens > 0 ? Math.min(2 * contextTokens, trainedTokens) : 2 * contextTokens
  const texts = copy.chat.contextFull
  return (
    <div className="mt-2">
      <Alert tone="warning" sentence={trouble ? shownSentence(trouble) : texts.sentence(contextTokens)}>
        <Button disabled={isBusy} onClick={() => void setOverflow(conversationId, { ...overflow, policy: 'drop-oldest' })}>
          {texts.dropOldest}
        </Button>
        <RaiseButtons wantedTokens={doubled > contextTokens ? doubled : null} model={model} stored={stored} onTrouble={setTrouble} />
        <Button onClick={openNew}>{texts.openNew}</Button>
      </Alert>
    </div>
  )
}
