/** Main keeps unsent text in memory, never on the disk. */
import { z } from 'zod'
import { attachedDocument } from './documents'
import { mostDocuments, pagesCharacters } from './document-limits'
import { messageCharacters, systemPromptCharacters } from '../wire/text-limits'

export const unsentText = z.object({
  conversationId: z.string().nullable(),
  text: z.string().max(messageCharacters),
  pasted: z.string().max(messageCharacters),
  /** `pages` is as in `chosenDocument`. */
  documents: z.array(z.object({ document: attachedDocument, pages: z.string().max(pagesCharacters) })).max(mostDocuments),
  typedSystemPrompt: z.string().max(systemPromptCharacters).nullable(),
  isPrivate: z.boolean(),
})
export type UnsentText = z.infer<typeof unsentText>
