import { FileInput } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { shownSentence } from '../../client/failures'
import { Alert } from '../../ui/alert'
import { FileButton } from '../../ui/controls/file-button'
import { chatImportStore, dismissImportTrouble, importConversations } from './import-store'
import { ImportSummaryDialog } from './import-summary'

/** At the end of the list of conversations. */
export function ImportSection() {
  const { percent, outcome, trouble } = useStore(chatImportStore)
  const texts = copy.chat.imports
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (trouble) section.current?.scrollIntoView({ block: 'end' })
  }, [trouble])
  return (
    <div ref={section} className="mt-3 border-line border-t pt-2">
      {percent === null ? (
        <FileButton
          label={texts.file}
          accept=".json,.jsonl"
          title={texts.hint}
          className="w-full justify-start px-2 text-[12px]"
          multiple
          onFiles={(files) => void importConversations(files)}
        >
          <FileInput size={14} aria-hidden className="shrink-0" />
          <span className="truncate">{texts.button}</span>
        </FileButton>
      ) : (
        <p className="px-2 py-1.5 text-[12px] text-faint" role="status">
          {texts.reading(percent)}
        </p>
      )}
      {trouble && (
        <div className="mt-2">
          <Alert tone="danger" sentence={shownSentence(trouble)} onDismiss={dismissImportTrouble} />
        </div>
      )}
      {outcome && <ImportSummaryDialog outcome={outcome} />}
    </div>
  )
}
