import { useState } from 'react'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { UnsentDocument } from '../../../core/contract/chat/unsent'
import { copy } from '../../../core/copy/copy'
import type { Sentence } from '../../../core/copy/failures'
import { type ShownFailure, shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'
import type { StoredSettings } from '../../settings/settings-edits'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { usePreferences } from '../../window/preference-store'
import { largerContext } from '../context/larger-context'
import { ModelLimit } from '../context/model-limit'
import { RaiseButtons } from '../context/raise-buttons'
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
  const details = usePreferences((values) => values.details)
  return stored ? <Offer {...props} stored={stored} /> : <Alert tone="danger" sentence={sentenceFor(props, details)} />
}

function Offer({ fit, documents, model, stored }: OfferProps & { readonly model: ReadyModel; readonly stored: StoredSettings }) {
  const details = usePreferences((values) => values.details)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const { trainedTokens } = model.context
  const wantedTokens = largerContext(fit.contextTokens - fit.leftTokens + fit.neededTokens, trainedTokens)
  const texts = copy.chat.documents.tooLong
  const paged = documents.find(({ document }) => document.hasPages && document.pageCharacters.length > 1)
  const sentence = sentenceFor({ fit, documents }, details)
  return (
    <Alert tone="danger" sentence={trouble ? shownSentence(trouble) : sentence}>
      {paged && <Button onClick={() => focusPages(paged.document.id)}>{texts.choosePages}</Button>}
      <RaiseButtons
        wantedTokens={wantedTokens}
        model={model}
        stored={stored}
        onTrouble={setTrouble}
        otherwise={<ModelLimit trainedTokens={trainedTokens} isBeyondTraining={wantedTokens === null} />}
      />
    </Alert>
  )
}

function sentenceFor({ fit: { neededTokens, leftTokens, contextTokens }, documents }: OfferProps, details: boolean): Sentence {
  const { plainTooLong, plainNoRoom, tooManyTokens } = copy.chat.composer
  if (!details) return neededTokens > contextTokens ? plainTooLong(neededTokens, contextTokens) : plainNoRoom()
  if (documents.length > 0) return copy.chat.documents.tooLong.sentence(neededTokens, leftTokens, contextTokens)
  return tooManyTokens(neededTokens, contextTokens)
}
