import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure, shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { previewContext } from '../../settings/context-preview'
import type { StoredSettings } from '../../settings/settings-edits'
import { useCacheShape } from '../../settings/use-cache-shape'
import { useMachine } from '../../settings/use-machine'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { answerCountStore, askFor, setsSequences } from './answer-count-store'

/** If the sequences fit and the context stays as long as it is, sets them without a question. Otherwise, says what they cost. */
export function SequencesOffer({ count }: { readonly count: number }) {
  const model = useApp(({ app }) => (app?.model.status === 'ready' ? app.model : undefined))
  return model ? <OfferFor count={count} model={model} /> : null
}

function OfferFor({ count, model }: { readonly count: number; readonly model: ReadyModel }) {
  const stored = useStoredSettings(model.file.id)
  return stored ? <Offer count={count} model={model} stored={stored} /> : null
}

function Offer({ count, model, stored }: { readonly count: number; readonly model: ReadyModel; readonly stored: StoredSettings }) {
  const modelId = model.file.id
  const kv = { ...stored.kv, sequences: count }
  const { choice, problem, freeBytes } = previewContext(useCacheShape(modelId), kv, model, useMachine(count))
  const isBusy = useApp(({ app }) => (app?.turns.length ?? 0) > 0 || app?.summary !== null)
  const wasSet = useStore(answerCountStore, (state) => state.wasSet)
  const [trouble, setTrouble] = useState<ShownFailure>()
  // Until the model is loaded again, which unmounts this.
  const [isSetting, setSetting] = useState(false)
  const { sequences, allocatedBytes, contextTokens } = model.context
  const apply = () => saveKv(modelId, kv).catch((error: unknown) => setTrouble(shownFailure(error)))
  const isKnown = choice !== null && freeBytes !== null
  const isFree = isKnown && choice.kind === 'fits' && choice.contextTokens >= contextTokens
  const setsNow = isFree && !isBusy && !wasSet
  useEffect(() => {
    if (!setsNow || !setsSequences()) return
    setSetting(true)
    void apply()
  })
  if (setsNow || (isSetting && !trouble) || !(isKnown || problem)) return null
  const texts = copy.chat.answerCount.offer
  const before = { bytes: allocatedBytes, contextTokens }
  const after = choice?.kind === 'fits' ? { bytes: choice.predictedBytes, contextTokens: choice.contextTokens } : undefined
  const offer = { what: texts.what(count, sequences), todo: problem?.text ?? texts.cost(before, after) }
  return (
    <Alert tone={trouble || problem ? 'danger' : 'note'} sentence={trouble ? shownSentence(trouble) : offer}>
      <Button disabled={problem !== null || isBusy} onClick={() => void apply()}>
        {texts.set(count)}
      </Button>
      <Button look="quiet" onClick={() => askFor(sequences)}>
        {texts.ask(sequences)}
      </Button>
    </Alert>
  )
}

async function saveKv(modelId: string, kv: KvSettings): Promise<void> {
  await appStore.getState().host?.models.saveKv({ modelId, kv })
}
