import { Collapsible } from '@base-ui/react/collapsible'
import { ChevronRight, FileText } from 'lucide-react'
import { useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { contentOfFrame, type DocumentPart } from '../../../core/documents/document-frame'
import { pagesIn } from '../../../core/documents/page-ranges'
import { PromptText } from '../markdown/prompt-text'
import { DocumentCost } from './document-cost'

/** A document of a sent message, folded at first. */
export function DocumentView({ part, text }: { readonly part: DocumentPart; readonly text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Collapsible.Root open={isOpen} onOpenChange={setOpen} className="@container mb-2 rounded-lg border border-line">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 px-1.5 py-1 text-[12px] text-faint @md:flex-nowrap">
        <Collapsible.Trigger className="flex min-w-0 items-center gap-1 rounded px-1 py-0.5 font-medium text-soft hover:text-ink">
          <ChevronRight size={14} aria-hidden className={`shrink-0 ${isOpen ? 'rotate-90' : ''}`} />
          <FileText size={14} aria-hidden className="shrink-0" />
          <span className="truncate" title={part.name}>
            {part.name}
          </span>
        </Collapsible.Trigger>
        <span className="flex basis-full flex-wrap gap-x-2 pl-10 @md:shrink-0 @md:basis-auto @md:pl-0">
          <Pages part={part} />
          {part.tokens !== undefined && (
            <DocumentCost tokens={part.tokens} characters={part.pages ? undefined : contentOfFrame(text).length} />
          )}
        </span>
      </div>
      <Collapsible.Panel className="max-h-96 overflow-y-auto border-line border-t px-3 py-2 text-soft">
        <PromptText text={contentOfFrame(text)} />
      </Collapsible.Panel>
    </Collapsible.Root>
  )
}

function Pages({ part: { pages, ofPages } }: { readonly part: DocumentPart }) {
  const chosen = pages && ofPages ? pagesIn(pages, ofPages) : undefined
  return pages && ofPages && chosen ? <span>{copy.chat.documents.sentPages(pages, chosen.length, ofPages)}</span> : null
}
