/** What a turn found of its prompt in the cache, where the two differed, and why. Classified in core/reuse. */
import { z } from 'zod'
import { cellContent } from './cache'

const count = z.number().nonnegative()

export const reuseCause = z.enum([
  /** Nothing of this conversation can have been in the cache. */
  'first-turn',
  /** The prompt goes on where the cache ends: nothing is lost. */
  'continued',
  /** The prompt, or its beginning, as it was: another answer, or the same one going on. */
  'same-prompt',
  /** The last message of the prompt stands where another one stood. */
  'edited-message',
  /** An earlier message is another one than the cache holds. */
  'other-branch',
  'system-prompt-changed',
  /** The messages are the same, but the chat template writes them, or its own text, differently. */
  'template',
  /** Older messages left the context, and this memory cannot close the gap. */
  'overflow',
  /** The sequence was given to another conversation since. */
  'other-conversation',
  /** The context was created with other settings, or another chat template, since. */
  'settings-changed',
  'model-changed',
  /** The same model and settings, in a new context: it was loaded again, or a benchmark ran. */
  'context-recreated',
  /** The engine has not seen this conversation since it was started. */
  'engine-started',
])
export type ReuseCause = z.infer<typeof reuseCause>

/** Two texts that tell a date or a time, where cache and prompt differ in just that. */
export const clockChange = z.object({ held: z.string(), prompt: z.string() })
export type ClockChange = z.infer<typeof clockChange>

/** The first position at which prompt and cache differ. Only of the conversation's own tokens: never another one's text. */
export const divergence = z.object({
  position: count,
  part: cellContent,
  /** Counted from 1 without the system prompt; null in the system prompt, or in the template's text. */
  message: count.nullable(),
  /** The text that both share, up to there. */
  before: z.string(),
  /** How the cache went on, and how the prompt does. */
  held: z.string(),
  prompt: z.string(),
  clock: clockChange.nullable(),
})
export type Divergence = z.infer<typeof divergence>

export const reuseReport = z.object({
  cause: reuseCause,
  /** What kept the cache from going back to where the two differ; null where it could. */
  heldBack: z.enum(['sliding-window', 'recurrent-state']).nullable(),
  /** Tokens that the sequence held when the turn began. */
  heldTokens: count,
  /** Leading tokens that cache and prompt shared. */
  commonTokens: count,
  /** Prompt tokens that this conversation had processed before and that went through the model again. */
  repeatedTokens: count,
  /** What those cost: `repeatedTokens` at this turn's prefill rate. null where the prefill was not finished or too short to have a rate. */
  repeatedMs: count.nullable(),
  /** null where nothing differs, or where the cache held nothing of this conversation. */
  divergence: divergence.nullable(),
})
export type ReuseReport = z.infer<typeof reuseReport>
