/**
 * The model reads each document in a frame that names it, before the user's own text:
 *
 *     <document name="notes.pdf" pages="1-3, 7">
 *     …
 *     </document>
 */
import type { MessagePart } from '../contract/chat/message-parts'
import { partsOf } from '../messages/parts-of'

export type DocumentPart = Extract<MessagePart, { type: 'document' }>
export type ImagePart = Extract<MessagePart, { type: 'image' }>

export interface PromptDocument {
  readonly name: string
  readonly mediaType: string
  /** undefined for a document without pages. */
  readonly pages?: { readonly chosen: string; readonly of: number } | undefined
  readonly text: string
  readonly tokens?: number | undefined
}

/** An image has no text, so it has no frame. */
export interface PromptImage extends Pick<ImagePart, 'name' | 'mediaType' | 'sizeBytes'> {
  readonly image: Pick<ImagePart, 'id' | 'width' | 'height'>
}
export type Attachment = PromptDocument | PromptImage

const begin = '<document '
const end = '\n</document>'

/** Without documents and images, the message is only `text`, without a list of parts. */
export function messageWith(documents: readonly Attachment[], text: string): { text: string; parts?: MessagePart[] } {
  if (documents.length === 0) return { text }
  const parts: MessagePart[] = []
  let whole = ''
  for (const document of documents) {
    if ('image' in document) {
      const { image, ...named } = document
      parts.push({ type: 'image', from: whole.length, to: whole.length, ...image, ...named })
      continue
    }
    // The blank line belongs to the part, because templates get only the text of parts.
    const framed = `${whole === '' ? '' : '\n\n'}${frameOf(document)}`
    parts.push(partOf(document, whole.length, whole.length + framed.length))
    whole += framed
  }
  if (text.trim() === '') return { text: whole, parts }
  parts.push({ type: 'text', from: whole.length })
  return { text: whole === '' ? text : `${whole}\n\n${text}`, parts }
}

export const documentsIn = (message: Parameters<typeof partsOf>[0]): Attachment[] =>
  partsOf(message).flatMap((part): Attachment[] => {
    if (part.type === 'image') {
      const { id, width, height, name, mediaType, sizeBytes } = part
      return [{ name, mediaType, sizeBytes, image: { id, width, height } }]
    }
    if (part.type !== 'document') return []
    const { name, mediaType, pages, ofPages, tokens, text } = part
    return [{ name, mediaType, tokens, text: contentOfFrame(text), ...(pages && ofPages ? { pages: { chosen: pages, of: ofPages } } : {}) }]
  })

/** The text of a document without its frame. An imported file may have no frame. */
export function contentOfFrame(framed: string): string {
  const frame = framed.trim()
  const isFramed = frame.startsWith(begin) && frame.endsWith(end)
  return isFramed ? frame.slice(frame.indexOf('\n') + 1, -end.length) : framed
}

export function frameOf({ name, pages, text }: Pick<PromptDocument, 'name' | 'pages' | 'text'>): string {
  const chosen = pages ? ` pages="${pages.chosen}"` : ''
  return `${begin}name="${attribute(name)}"${chosen}>\n${text}${end}`
}

const attribute = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[&"<>]/g, (character) => entities[character as keyof typeof entities])
const entities = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' } as const

function partOf({ name, mediaType, pages, tokens }: PromptDocument, from: number, to: number): DocumentPart {
  const counted = tokens === undefined ? {} : { tokens }
  return { type: 'document', from, to, name, mediaType, ...(pages ? { pages: pages.chosen, ofPages: pages.of } : {}), ...counted }
}
