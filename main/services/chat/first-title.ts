import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { documentsIn } from '../../../core/documents/document-frame'
import { plainTextOf } from '../../../core/messages/parts-of'

/** A message that has only documents or images is named after the first. */
export const firstTitle = (prompt: StoredMessage): string => titleFrom(plainTextOf(prompt) || (documentsIn(prompt)[0]?.name ?? ''))

/** Never splits a surrogate pair. */
const titleFrom = (text: string): string => Array.from(text.slice(0, 120)).slice(0, 60).join('')
