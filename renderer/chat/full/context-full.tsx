import { useState } from 'react'
import { useStore } from 'zustand'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { defaultOverflow } from '../../../core/contract/settings/overflow-defaults'
import { copy } from '../../../core/copy/copy'
import { sentenceOf } from '../../../core/copy/failures'
import { type ShownFailure, shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'
import type { StoredSettings } from '../../settings/settings-edits'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Alert, FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'
import { largerContext } from '../context/larger-context'
import { ModelLimit } from '../context/model-limit'
import { RaiseButtons } from '../context/raise-buttons'
import { continueAnswer, conversationStore, openNew, regenerate, setOverflow } from '../conversation/conversation-store'
import { continueWithSummary, summaryStore } from './summary'

/** The context was full and has not grown, and the conversation drops nothing to make room, so a longer answer would end at once. */
export function useIsContextFull({ metrics }: StoredMessage): boolean {
  const policy = useStore(conversationStore, ({ thread }) => (thread?.overflow ?? defaultOverflow).policy)
  const contextTokens = useApp(({ app }) => (app?.model.status === 'ready' ? app.model.context.contextTokens : 0))
  return metrics?.stopReason === 'context-full' && policy === 'stop' && contextTokens <= metrics.totalCells
}

/** Of an answer that never began, because its prompt did not fit. */
const tooLongPrompt = ({ failure }: StoredMessage): number | undefined =>
  failure?.code === 'prompt-too-long' ? failure.facts.promptTokens : undefined

/** Whether the last answer has buttons that make room, which replace the alert of its failure. */
export function useOffersRoom(message: StoredMessage): boolean {
  const isFull = useIsContextFull(message)
  const isReady = useApp(({ app }) => app?.model.status === 'ready')
  return isReady && (isFull || tooLongPrompt(message) !== undefined)
}

/** Says that the context is full, or that a message is too long for it, and offers what makes room. */
export function ContextFull({ message }: { readonly message: StoredMessage }) {
  const isOffered = useOffersRoom(message)
  const model = useApp(({ app }) => (app?.model.status === 'ready' ? app.model : undefined))
  return isOffered && model ? <OfferFor message={message} model={model} /> : null
}

interface OfferProps {
  readonly message: StoredMessage
  readonly model: ReadyModel
}

function OfferFor(props: OfferProps) {
  const stored = useStoredSettings(props.model.file.id)
  const summary = useApp(({ app }) => app?.summary)
  if (summary?.conversationId === props.message.conversationId) return <Writing tokens={summary.tokens} />
  if (stored) return <Offer {...props} stored={stored} />
  const { failure } = props.message
  return failure && <FailureAlert failure={failure} />
}

function Writing({ tokens }: { readonly tokens: number }) {
  const stop = useStore(summaryStore, (state) => state.stop)
  const texts = copy.chat.contextFull
  return (
    <div className="mt-2">
      <Alert tone="note" sentence={texts.writing(tokens)}>
        {stop && <Button onClick={stop}>{texts.stop}</Button>}
      </Alert>
    </div>
  )
}

function Offer({ message, model, stored }: OfferProps & { readonly stored: StoredSettings }) {
  const details = usePreferences((values) => values.details)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const isBusy = useApp(({ app }) => (app?.turns.length ?? 0) > 0 || app?.summary !== null)
  const thread = useStore(conversationStore, (state) => state.thread)
  const failed = useStore(summaryStore, (state) => state.trouble)
  const { conversationId } = message
  const { contextTokens, trainedTokens } = model.context
  const promptTokens = tooLongPrompt(message)
  const wanted = promptTokens === undefined ? doubled(contextTokens, trainedTokens) : largerContext(promptTokens, trainedTokens)
  const overflow = thread?.overflow ?? defaultOverflow
  const earlier = thread?.messages.slice(0, -2) ?? []
  const canDrop = overflow.policy === 'stop' && (promptTokens === undefined || earlier.length > 0)
  const texts = copy.chat.contextFull
  if (promptTokens !== undefined && promptTokens <= contextTokens)
    return (
      <div className="mt-2">
        <Alert tone="note" sentence={texts.fitsNow}>
          <Button disabled={isBusy} onClick={() => void regenerate(message.id)}>
            {texts.answer}
          </Button>
        </Alert>
      </div>
    )
  const forget = async () => {
    if (!(await setOverflow(conversationId, { ...overflow, policy: 'drop-oldest' }))) return
    // A prompt that was too long has no answer yet.
    await (promptTokens === undefined ? continueAnswer(message.id) : regenerate(message.id))
  }
  const shown = failed?.conversationId === conversationId ? failed.failure : trouble
  const sentence = details
    ? message.failure
      ? sentenceOf(message.failure)
      : texts.sentence(contextTokens)
    : promptTokens === undefined
      ? texts.plainSentence
      : earlier.length > 0
        ? texts.plainTooLong
        : copy.chat.composer.plainTooLong(promptTokens, contextTokens)
  const prompt = thread?.messages.at(-2)
  return (
    <div className="mt-2">
      <Alert tone={promptTokens === undefined ? 'warning' : 'danger'} sentence={shown ? shownSentence(shown) : sentence}>
        {canDrop && (
          <div className="flex basis-full flex-wrap items-center gap-x-3 gap-y-1">
            <Button disabled={isBusy} onClick={() => void forget()}>
              {promptTokens === undefined ? texts.forgetAndContinue : texts.forgetAndAnswer}
            </Button>
            <span className="text-[12px] text-soft">{texts.forgetNote}</span>
          </div>
        )}
        <RaiseButtons
          wantedTokens={wanted !== null && wanted > contextTokens ? wanted : null}
          model={model}
          stored={stored}
          onTrouble={setTrouble}
          otherwise={promptTokens !== undefined && <ModelLimit trainedTokens={trainedTokens} isBeyondTraining={wanted === null} />}
        />
        {thread && (promptTokens === undefined || earlier.length > 0) && (
          <Button
            disabled={isBusy}
            onClick={() => void continueWithSummary(thread, promptTokens === undefined ? '' : ((prompt?.parts ? '' : prompt?.text) ?? ''))}
          >
            {texts.openWithSummary}
          </Button>
        )}
        <Button onClick={openNew}>{texts.openNew}</Button>
      </Alert>
    </div>
  )
}

const doubled = (contextTokens: number, trainedTokens: number): number =>
  trainedTokens > 0 ? Math.min(2 * contextTokens, trainedTokens) : 2 * contextTokens
