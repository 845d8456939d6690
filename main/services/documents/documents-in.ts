import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { contentOfFrame, type PromptDocument } from '../../../core/documents/document-frame'
import { partsOf } from '../../../core/messages/parts-of'

export const documentsIn = (message: Pick<StoredMessage, 'text' | 'parts'>): PromptDocument[] =>
  partsOf(message).flatMap((part) => {
    if (part.type !== 'document') return []
    const { name, mediaType, pages, ofPages, tokens, text } = part
    return [{ name, mediaType, tokens, text: contentOfFrame(text), ...(pages && ofPages ? { pages: { chosen: pages, of: ofPages } } : {}) }]
  })
