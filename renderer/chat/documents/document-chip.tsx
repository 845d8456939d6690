import { FileText, X } from 'lucide-react'
import { pagesCharacters } from '../../../core/contract/chat/document-limits'
import type { ImageSize } from '../../../core/contract/chat/documents'
import type { UnsentDocument } from '../../../core/contract/chat/unsent'
import { copy } from '../../../core/copy/copy'
import { pagesText } from '../../../core/documents/page-ranges'
import { takesImages } from '../../../core/remote/server-facts'
import { formatBytes } from '../../../core/text/amounts'
import { shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { IconButton } from '../../ui/controls/icon-button'
import { Explained } from '../../ui/explained'
import { usePreferences } from '../../window/preference-store'
import { DocumentCost, type DocumentCostProps } from './document-cost'
import { chosenPages, type DocumentTokens } from './document-tokens'
import { ImageView } from './image-view'
import { pagesFieldId } from './pages-field'

export interface DocumentChipProps {
  readonly unsent: UnsentDocument
  readonly counted: DocumentTokens | undefined
  readonly onPages: (pages: string) => void
  readonly onRemove: () => void
}

/** A document or an image. */
export function DocumentChip(props: DocumentChipProps) {
  const { image } = props.unsent.document
  return image ? <ImageChip {...props} image={image} /> : <TextChip {...props} />
}

function ImageChip({ unsent, image, onRemove }: DocumentChipProps & { readonly image: ImageSize }) {
  const { id, name, sizeBytes } = unsent.document
  const texts = copy.chat.documents
  const note = useImageNote()
  return (
    <li className="rounded-lg bg-sunken py-1 pr-1 pl-2.5 text-[13px]">
      <div className="flex items-center gap-x-2">
        <span className="flex w-16 shrink-0 justify-center">
          <ImageView id={id} conversationId={null} name={name} size={image} mostHeight={48} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" title={name}>
            {name}
          </span>
          <span className="block text-[12px] text-soft">
            {texts.image(image)} · {formatBytes(sizeBytes)}
          </span>
        </span>
        <IconButton icon={X} label={texts.remove(name)} size={14} onClick={onRemove} />
      </div>
      {note && <p className={`pr-2 pb-1 text-[12px] ${note === 'unknown' ? 'text-soft' : 'text-danger'}`}>{texts.imageNotes[note]}</p>}
    </li>
  )
}

/** undefined if the model reads images, or no model is chosen. */
const useImageNote = (): keyof typeof copy.chat.documents.imageNotes | undefined =>
  useApp(({ app }) => {
    if (app?.model.status === 'ready') return 'local'
    if (app?.model.status !== 'server') return undefined
    const takes = takesImages(app.model.server.facts, app.model.server.model)
    return takes === null ? 'unknown' : takes ? undefined : 'server'
  })

function TextChip({ unsent, counted, onPages, onRemove }: DocumentChipProps) {
  const { document, pages } = unsent
  const { id, name, hasPages, pageCharacters, sizeBytes } = document
  const texts = copy.chat.documents
  const chosen = chosenPages(unsent)
  const details = usePreferences((values) => values.details)
  return (
    <li className="@container rounded-lg bg-sunken py-1 pr-1 pl-2.5 text-[13px]">
      <div className="flex flex-wrap items-center gap-x-2">
        <FileText size={15} className="shrink-0 text-faint" aria-hidden />
        <span className="min-w-0 flex-1 truncate font-medium @md:max-w-72 @md:flex-none" title={name}>
          {name}
        </span>
        <span className="order-last basis-full pr-2 pb-0.5 text-[12px] text-faint @md:order-none @md:min-w-0 @md:flex-1 @md:p-0">
          {hasPages && chosen && `${texts.pages(chosen.length, pageCharacters.length)} · `}
          <Cost counted={counted} characters={hasPages ? undefined : pageCharacters[0]} />
          {details && ` · ${formatBytes(sizeBytes)}`}
          {details && <Background id={id} />}
        </span>
        {hasPages && pageCharacters.length > 1 && (
          <input
            id={pagesFieldId(id)}
            type="text"
            aria-label={texts.pagesLabel(name)}
            aria-invalid={chosen === undefined}
            title={texts.pagesHint}
            placeholder={texts.allPages}
            autoComplete="off"
            maxLength={pagesCharacters}
            value={pages}
            onChange={(event) => onPages(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            className="h-6 w-28 rounded border border-line-strong bg-raised px-1.5 text-[12px] placeholder:text-faint aria-[invalid=true]:border-danger"
          />
        )}
        <IconButton icon={X} label={texts.remove(name)} size={14} onClick={onRemove} />
      </div>
      <Note unsent={unsent} counted={counted} />
    </li>
  )
}

/** Documents of a new conversation are processed while the user writes. */
function Background({ id }: { readonly id: string }) {
  const state = useApp(({ app }) => {
    if (!app?.background?.documentIds.includes(id)) return undefined
    return app.background.isReady ? 'ready' : 'processing'
  })
  const { background, backgroundMeaning } = copy.chat.documents
  return (
    state && (
      <>
        {' · '}
        <Explained by={backgroundMeaning}>{background[state]}</Explained>
      </>
    )
  )
}

function Cost({ counted, characters }: Pick<DocumentChipProps, 'counted'> & Pick<DocumentCostProps, 'characters'>) {
  const isReady = useApp(({ app }) => app?.model.status === 'ready')
  const details = usePreferences((values) => values.details)
  const texts = copy.chat.documents
  if (counted?.tokens !== undefined) return <DocumentCost tokens={counted.tokens} characters={characters} />
  if (isReady && !counted?.failure) return details ? texts.counting : texts.plainCounting
  return !details && characters !== undefined ? texts.length(characters) : '–'
}

function Note({ unsent, counted }: Pick<DocumentChipProps, 'unsent' | 'counted'>) {
  const { pageCharacters } = unsent.document
  const texts = copy.chat.documents
  const chosen = chosenPages(unsent)
  const silent = chosen?.filter((page) => pageCharacters[page - 1] === 0) ?? []
  if (counted?.failure) {
    const { what, todo } = shownSentence(counted.failure)
    return <p className="pr-2 pb-1 text-[12px] text-danger">{`${what} ${todo ?? ''}`}</p>
  }
  if (!chosen)
    return (
      <p role="alert" className="pr-2 pb-1 text-[12px] text-danger">
        {texts.wrongPages(pageCharacters.length)}
      </p>
    )
  return silent.length === 0 ? null : (
    <p className="pr-2 pb-1 text-[12px] text-soft">{texts.pagesWithoutText(pagesText(silent), silent.length)}</p>
  )
}
