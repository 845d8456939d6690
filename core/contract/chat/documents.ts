/** A document or an image that belongs to an unsent message. Main keeps its content in memory. */
import { z } from 'zod'
import { imageBytes, mostDocuments, pagesCharacters } from './document-limits'

const count = z.number().nonnegative()
const id = z.string().min(1).max(64)

export const imageSize = z.object({ width: z.int().positive(), height: z.int().positive() })
export type ImageSize = z.infer<typeof imageSize>

export const imageMediaTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export const imageData = z.object({ mediaType: z.enum(imageMediaTypes), base64: z.base64().max(Math.ceil(imageBytes / 3) * 4) })
export type ImageData = z.infer<typeof imageData>

export const attachedDocument = z.object({
  id,
  name: z.string().max(1000),
  mediaType: z.string().max(200),
  sizeBytes: count,
  /** Only a PDF has pages. Other documents have one entry in `pageCharacters`. */
  hasPages: z.boolean(),
  /** 0 for a page without text. */
  pageCharacters: z.array(count).min(1),
  /** Its size in pixels. Only an image has it. */
  image: imageSize.optional(),
})
export type AttachedDocument = z.infer<typeof attachedDocument>

/** `pages` is a list such as `1-3, 7`. '' means all pages. */
export const chosenDocument = z.object({ id, pages: z.string().max(pagesCharacters) })
export type ChosenDocument = z.infer<typeof chosenDocument>
export const chosenDocuments = z.array(chosenDocument).max(mostDocuments)
