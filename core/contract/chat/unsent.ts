/** Unsent text. Main keeps it in memory only: it survives a reload of the window and never reaches the disk. */
import { z } from 'zod'
import { messageCharacters, systemPromptCharacters } from '../wire/text-limits'

export const unsentText = z.object({
  /** null: a conversation that does not exist yet. */
  conversationId: z.string().nullable(),
  text: z.string().max(messageCharacters),
  /** Pasted text that is too long for the field; sent after `text`. */
  pasted: z.string().max(messageCharacters),
  /** Replaces the stored system prompt from the next message on; null: keep the stored one. */
  typedSystemPrompt: z.string().max(systemPromptCharacters).nullable(),
  /** Only for a conversation that does not exist yet. */
  isPrivate: z.boolean(),
})
export type UnsentText = z.infer<typeof unsentText>
