import { useStore } from 'zustand'
import type { UnsentDocument } from '../../../core/contract/chat/unsent'
import { copy } from '../../../core/copy/copy'
import { FailureAlert } from '../../ui/alert'
import { changeComposerText } from '../conversation/composer-texts'
import { DocumentChip } from './document-chip'
import { dismissDocumentTrouble, dismissDocumentTroubles, documentStore } from './document-store'
import type { DocumentTokens } from './document-tokens'

export interface DocumentListProps {
  readonly conversationId: string | null
  readonly documents: readonly UnsentDocument[]
  readonly tokens: readonly DocumentTokens[]
}

/** The documents of an unsent message. */
export function DocumentList({ conversationId, documents, tokens }: DocumentListProps) {
  const reading = useStore(documentStore, (state) => state.reading)
  const change = (id: string, pages: string | null) =>
    changeComposerText(conversationId, {
      documents: documents.flatMap((one) => (one.document.id !== id ? [one] : pages === null ? [] : [{ ...one, pages }])),
    })
  if (documents.length === 0 && reading.length === 0) return null
  return (
    <ul aria-label={copy.chat.documents.list} className="mb-1 max-h-48 space-y-1 overflow-y-auto">
      {documents.map((one, index) => (
        <DocumentChip
          key={one.document.id}
          unsent={one}
          counted={tokens[index]}
          onPages={(pages) => change(one.document.id, pages)}
          onRemove={() => {
            dismissDocumentTroubles()
            change(one.document.id, null)
          }}
        />
      ))}
      {reading.map((name, index) => (
        <li
          key={`${name} ${index}`}
          aria-live="polite"
          title={name}
          className="truncate rounded-lg bg-sunken px-2.5 py-1.5 text-[13px] text-faint"
        >
          {copy.chat.documents.reading(name)}
        </li>
      ))}
    </ul>
  )
}

export function DocumentTroubles() {
  const troubles = useStore(documentStore, (state) => state.troubles)
  return troubles.map((trouble, index) => (
    <div key={index} className="pb-2">
      <FailureAlert failure={trouble} onDismiss={() => dismissDocumentTrouble(trouble)} />
    </div>
  ))
}
