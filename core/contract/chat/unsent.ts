/** Main keeps unsent text in memory, never on the disk. */
import { z } from 'zod'
import { messageCharacters, systemPromptCharacters } from '../wire/text-limits'
import { mostDocuments, pagesCharacters } from './document-limits'
import { attachedDocument } from './documents'

/** `pages` is as in `chosenDocument`. */
export const unsentDocument = z.object({ document: attachedDocument, pages: z.string().max(pagesCharacters) })
export type UnsentDocument = z.infer<typeof unsentDocument>

export const unsentText = z.object({
  conversationId: z.string().nullable(),
  text: z.string().max(messageCharacters),
  pasted: z.string().max(messageCharacters),
  documents: z.array(unsentDocument).max(mostDocuments),
  typedSystemPrompt: z.string().max(systemPromptCharacters).nullable(),
  isPrivate: z.boolean(),
})
export type UnsentText = z.infer<typeof unsentText>
