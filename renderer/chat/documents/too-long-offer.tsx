import { useState } from 'react'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { UnsentDocument } from '../../../core/contract/chat/unsent'
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
import { largerContext } from './larger-context'
import { focusPages } from './pages-field'

/** What an unsent message needs, and what its conversation leaves of the context. */
export interface Fit {
  readonly neededTokens: number
  readonly leftTokens: number
  readonly contextTokens: number
}

interface OfferProps {
  readonly fit: Fit
  readonly documents: readonly UnsentDocument[]
}

export function TooLongOffer(props: OfferProps) {
  const model = useApp(({ app }) => (app?.model.status === 'ready' ? app.model : undefined))
  return model ? <OfferFor {...props} model={model} /> : null
}

function OfferFor(props: OfferProps & { readonly model: ReadyModel }) {
  const stored = useStoredSettings(props.model.file.id)
  return stored ? <Offer {...props} stored={stored} /> : null
}

function Offer({ fit, documents, model, stored }: OfferProps & { readonly model: ReadyModel; readonly stored: StoredSettings }) {
  const [trouble, setTrouble] = useState<ShownFailure>()
  const isBusy = useApp(({ app }) => (app?.turns.length ?? 0) > 0)
  const { contextTokens, isPlanned, raised, quantized } = useOffers(fit, model, stored.kv)
  const texts = copy.chat.documents.tooLong
  const paged = documents.find(({ document }) => document.hasPages && document.pageCharacters.length > 1)
  const apply = async (kv: KvSettings) => {
    try {
      await appStore.getState().host?.models.saveSettings({ modelId: model.file.id, kv, sampling: stored.sampling })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  const sentence = texts.sentence(fit.neededTokens, fit.leftTokens, fit.contextTokens)
  const impossible = contextTokens === null ? texts.beyondTraining(model.context.trainedTokens) : texts.noRoom
  return (
    <Alert tone="danger" sentence={trouble ? shownSentence(trouble) : sentence}>
      {paged && <Button onClick={() => focusPages(paged.document.id)}>{texts.choosePages}</Button>}
      {raised && (
        <Button disabled={isBusy} onClick={() => void apply(raised.kv)}>
          {texts.raise(raised.contextTokens, raised.bytes)}
        </Button>
      )}
      {quantized && (
        <Button disabled={isBusy} onClick={() => void apply(quantized.kv)}>
          {texts.quantize(quantized.contextTokens, quantizedType, quantized.bytes)}
        </Button>
      )}
      {!raised && !quantized && isPlanned && <span className="self-center text-soft">{impossible}</span>}
    </Alert>
  )
}

const quantizedType = 'q8_0'
const large: readonly string[] = ['f32', 'f16', 'bf16']

/** Larger contexts that fit into memory, as the planner calculates them. */
function useOffers({ neededTokens, leftTokens, contextTokens: now }: Fit, model: ReadyModel, stored: KvSettings) {
  const shape = useCacheShape(model.file.id)
  const machine = useMachine(now)
  const contextTokens = largerContext(now - leftTokens + neededTokens, model.context.trainedTokens)
  const offer = (change: Partial<KvSettings>) => {
    if (contextTokens === null) return undefined
    const kv = { ...stored, contextTokens, ...change }
    const { choice } = previewContext(shape, kv, model, machine)
    return choice?.kind === 'fits' && choice.contextTokens >= contextTokens
      ? { kv, contextTokens: choice.contextTokens, bytes: choice.predictedBytes }
      : undefined
  }
  const isQuantizable = large.includes(stored.keyType) || large.includes(stored.valueType)
  return {
    contextTokens,
    isPlanned: shape !== null && machine !== undefined,
    raised: offer({}),
    quantized: isQuantizable ? offer({ keyType: quantizedType, valueType: quantizedType }) : undefined,
  }
}
