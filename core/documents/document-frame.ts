/**
 * The model reads each document in a frame that names it, before the user's own text:
 *
 *     <document name="notes.pdf" pages="1-3, 7">
 *     …
 *     </document>
 */
import type { MessagePart } from '../contract/chat/message-parts'

export type DocumentPart = Extract<MessagePart, { type: 'document' }>

export interface PromptDocument {
  readonly name: string
  readonly mediaType: string
  /** undefined for a document without pages. */
  readonly pages?: { readonly chosen: string; readonly of: number } | undefined
  readonly text: string
  readonly tokens?: number | undefined
}

const end = '\n</document>'

/** Without documents, the message is only `text`, without a list of parts. */
export function messageWith(documents: readonly PromptDocument[], text: string): { text: string; parts?: MessagePart[] } {
  if (documents.length === 0) return { text }
  const parts: MessagePart[] = []
  let whole = ''
  for (const document of documents) {
    // The blank line belongs to the part, because templates get only the text of parts.
    const framed = `${whole === '' ? '' : '\n\n'}${openingOf(document)}\n${document.text}${end}`
    parts.push(partOf(document, whole.length, whole.length + framed.length))
    whole += framed
  }
  if (text.trim() === '') return { text: whole, parts }
  parts.push({ type: 'text', from: whole.length })
  return { text: `${whole}\n\n${text}`, parts }
}

/** The text of a document without its frame. */
export function contentOfFrame(framed: string): string {
  const opening = framed.trimStart()
  return opening.slice(opening.indexOf('\n') + 1, opening.endsWith(end) ? -end.length : undefined)
}

function openingOf({ name, pages }: PromptDocument): string {
  const chosen = pages ? ` pages="${pages.chosen}"` : ''
  return `<document name="${attribute(name)}"${chosen}>`
}

const attribute = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[&"<>]/g, (character) => entities[character as keyof typeof entities])
const entities = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' } as const

function partOf({ name, mediaType, pages, tokens }: PromptDocument, from: number, to: number): DocumentPart {
  const counted = tokens === undefined ? {} : { tokens }
  return { type: 'document', from, to, name, mediaType, ...(pages ? { pages: pages.chosen, ofPages: pages.of } : {}), ...counted }
}
