import type { AppState } from '../../../core/contract/app/app-state'
import { promptImageBytes } from '../../../core/contract/chat/document-limits'
import type { ImageData } from '../../../core/contract/chat/documents'
import type { PromptMessage, TurnRequest } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import type { ImagePart } from '../../../core/documents/document-frame'
import { type ServerFacts, shownModelName, takesImages } from '../../../core/remote/server-facts'

/** The model that answers. */
export interface ImageReader {
  readonly name: string
  /** null: the server does not say. */
  readonly readsImages: boolean | 'local' | null
}

export const readerAt = (facts: ServerFacts, model: string): ImageReader => ({
  name: shownModelName(model),
  readsImages: takesImages(facts, model),
})

export function readerOf(model: AppState['model']): ImageReader {
  if (model.status === 'server') return readerAt(model.server.facts, model.server.model)
  return { name: model.status === 'ready' ? model.file.name : '', readsImages: 'local' }
}

/** The images that the messages name. Throws `images-refused`. */
export function imagesOf(
  messages: readonly PromptMessage[],
  { name, readsImages }: ImageReader,
  read: (id: string) => ImageData | undefined,
): Pick<TurnRequest, 'images'> {
  const parts = messages.flatMap(({ parts: of = [] }) => of.filter((part): part is ImagePart => part.type === 'image'))
  if (parts.length === 0) return {}
  const refused = (reason: ErrorFacts<'images-refused'>['reason']) => coded('images-refused', { model: name, reason })
  if (readsImages === 'local') throw refused({ kind: 'local-model' })
  if (readsImages === false) throw refused({ kind: 'server-model' })
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0)
  if (sizeBytes > promptImageBytes) throw refused({ kind: 'too-large', sizeBytes, limitBytes: promptImageBytes })
  const images: Record<string, ImageData> = {}
  for (const { id } of parts) {
    const image = images[id] ?? read(id)
    if (!image) throw refused({ kind: 'missing' })
    images[id] = image
  }
  return { images }
}
