/** What was typed and not sent. The host keeps it in memory alone: a reload of the window loses nothing, and no disk ever has it. */
import { z } from 'zod'
import { messageCharacters, systemPromptCharacters } from '../wire/text-limits'

export const unsentText = z.object({
  /** null: of a conversation that does not exist yet. */
  conversationId: z.string().nullable(),
  text: z.string().max(messageCharacters),
  /** Text that was pasted and is too long for a field: sent after `text`. */
  pasted: z.string().max(messageCharacters),
  /** In place of the one that is stored, from the next message on; null: that one stays. */
  typedSystemPrompt: z.string().max(systemPromptCharacters).nullable(),
  /** Only of a conversation that does not exist yet. */
  isPrivate: z.boolean(),
})
export type UnsentText = z.infer<typeof unsentText>
