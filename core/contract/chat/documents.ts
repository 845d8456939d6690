/** A document that belongs to an unsent message. Main keeps its text in memory. */
import { z } from 'zod'
import { mostDocuments, pagesCharacters } from './document-limits'

const count = z.number().nonnegative()
const id = z.string().min(1).max(64)

export const attachedDocument = z.object({
  id,
  name: z.string().max(1000),
  mediaType: z.string().max(200),
  sizeBytes: count,
  /** Only a PDF has pages. Other documents have one entry in `pageCharacters`. */
  hasPages: z.boolean(),
  /** 0 for a page without text. */
  pageCharacters: z.array(count).min(1),
})
export type AttachedDocument = z.infer<typeof attachedDocument>

/** `pages` is a list such as `1-3, 7`. '' means all pages. */
export const chosenDocument = z.object({ id, pages: z.string().max(pagesCharacters) })
export type ChosenDocument = z.infer<typeof chosenDocument>
export const chosenDocuments = z.array(chosenDocument).max(mostDocuments)
