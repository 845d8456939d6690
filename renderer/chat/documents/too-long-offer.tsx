import { useState } from 'react'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { UnsentDocument } from '../../../core/contract/chat/unsent'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure, shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'
import type { StoredSettings } from '../../settings/settings-edits'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { largerContext } from '../context/larger-context'
import { quantizedType, useLargerContexts } from '../context/use-larger-contexts'
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
  const contextTokens = largerContext(fit.contextTokens - fit.leftTokens + fit.neededTokens, model.context.trainedTokens)
  const { isPlanned, raised, quantized } = useLargerContexts(contextTokens, model, stored.kv)
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
