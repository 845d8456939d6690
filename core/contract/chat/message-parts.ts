/** What a message's text consists of. Text outside all parts is markup that only the model reads, such as `<think>`. */
import { z } from 'zod'

const offset = z.int().nonnegative()

/** In UTF-16 code units of the message's text. Without `to`, the part is the last one and ends with the text. */
const range = z.object({ from: offset, to: offset.optional() })

export const messagePart = z.discriminatedUnion('type', [
  range.extend({ type: z.literal('text') }),
  /** `tokens` and `ms` count from the first to the last token of the reasoning. */
  range.extend({ type: z.literal('reasoning'), tokens: z.int().nonnegative(), ms: z.number().nonnegative() }),
  /** The range is the call as the model wrote it. `id` pairs it with its result. `arguments` is a JSON object as text; while the call is open, its beginning. */
  range.extend({ type: z.literal('tool-call'), id: z.string(), name: z.string(), arguments: z.string() }),
  range.extend({ type: z.literal('tool-result'), id: z.string(), name: z.string(), isError: z.boolean() }),
  /** The range includes the frame (core/documents/document-frame.ts). `pages` and `ofPages` are absent for a document without pages. */
  range.extend({
    type: z.literal('document'),
    name: z.string(),
    mediaType: z.string(),
    pages: z.string().optional(),
    ofPages: z.int().positive().optional(),
    tokens: z.int().nonnegative().optional(),
  }),
  /** The range is empty. The store has the image under `id`. */
  range.extend({
    type: z.literal('image'),
    id: z.string(),
    name: z.string(),
    mediaType: z.string(),
    sizeBytes: z.number().nonnegative(),
    width: z.int().positive(),
    height: z.int().positive(),
  }),
])
export type MessagePart = z.infer<typeof messagePart>
export const messagePartType = z.enum(['text', 'reasoning', 'tool-call', 'tool-result', 'document', 'image'])

/** In the order of the text, without overlaps. */
export const messageParts = z.array(messagePart).refine((parts) => {
  let end = 0
  return parts.every(({ from, to = Number.POSITIVE_INFINITY }) => {
    const follows = from >= end && to >= from
    end = to
    return follows
  })
})
