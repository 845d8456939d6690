import { cleanTitle, type StoredMessage } from '../../../core/contract/chat/conversations'
import { documentsIn } from '../../../core/documents/document-frame'
import { plainTextOf } from '../../../core/messages/parts-of'
import type { MessageTitle } from '../../store/chat/conversations'

/** A message that has only documents or images is named after the first. */
export const firstTitle = (prompt: StoredMessage): MessageTitle => ({
  title: cleanTitle(titleFrom(plainTextOf(prompt) || (documentsIn(prompt)[0]?.name ?? ''))),
  messageId: prompt.id,
})

/** Never splits a surrogate pair. */
const titleFrom = (text: string): string => Array.from(text.slice(0, 120)).slice(0, 60).join('')
