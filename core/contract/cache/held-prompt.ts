import { z } from 'zod'
import { cellSpan } from './cache'

/** What a sequence holds after a turn: the prompt and the answer. */
export const heldPrompt = z.object({
  tokens: z.array(z.number()),
  segments: z.array(cellSpan.extend({ text: z.string() })),
})
export type HeldPrompt = z.infer<typeof heldPrompt>
