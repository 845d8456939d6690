/** In main's memory only: survives a reload, never reaches the disk. */
import { z } from 'zod'
import { messageCharacters, systemPromptCharacters } from '../wire/text-limits'

export const unsentText = z.object({
  /** null: a new conversation. */
  conversationId: z.string().nullable(),
  text: z.string().max(messageCharacters),
  /** Sent after `text`. */
  pasted: z.string().max(messageCharacters),
  /** null: keep the stored one. */
  typedSystemPrompt: z.string().max(systemPromptCharacters).nullable(),
  /** Of a new conversation. */
  isPrivate: z.boolean(),
})
export type UnsentText = z.infer<typeof unsentText>
