/** What a turn reused of the cache, where prompt and cache differ, and why. Classified in core/reuse. */
import { z } from 'zod'
import { cellContent } from './cache'

const count = z.number().nonnegative()

export const reuseCause = z.enum([
  'first-turn',
  /** The prompt continues where the cache ends; nothing is lost. */
  'continued',
  /** The same prompt or a beginning of it: another answer, or the same answer continued. */
  'same-prompt',
  /** The last message of the prompt replaces another one. */
  'edited-message',
  'other-branch',
  'system-prompt-changed',
  /** The messages are the same, but the chat template renders them differently. */
  'template',
  /** Older messages left the context, and this memory cannot close the gap. */
  'overflow',
  'other-conversation',
  /** The context was created again with other settings or another chat template. */
  'settings-changed',
  'model-changed',
  /** Same model and settings, new context: the model was loaded again, or a benchmark ran. */
  'context-recreated',
  /** The engine has not seen this conversation since its start. */
  'engine-started',
])
export type ReuseCause = z.infer<typeof reuseCause>

/** Two dates or times that are the only difference between cache and prompt. */
export const clockChange = z.object({ held: z.string(), prompt: z.string() })
export type ClockChange = z.infer<typeof clockChange>

/** The first position at which prompt and cache differ. Contains only this conversation's own text. */
export const divergence = z.object({
  position: count,
  part: cellContent,
  /** Counted from 1 without the system prompt; null: in the system prompt or the template's text. */
  message: count.nullable(),
  before: z.string(),
  /** The text after the position, in the cache and in the prompt. */
  held: z.string(),
  prompt: z.string(),
  clock: clockChange.nullable(),
})
export type Divergence = z.infer<typeof divergence>

export const reuseReport = z.object({
  cause: reuseCause,
  /** What prevented the cache from going back to the difference; null: nothing. */
  heldBack: z.enum(['sliding-window', 'recurrent-state']).nullable(),
  /** Tokens in the sequence when the turn began. */
  heldTokens: count,
  /** Length of the common prefix of cache and prompt. */
  commonTokens: count,
  /** Prompt tokens that this conversation had processed before and that were evaluated again. */
  repeatedTokens: count,
  /** Estimated cost of `repeatedTokens` at this turn's prefill rate; null: the prefill was not finished or too short for a rate. */
  repeatedMs: count.nullable(),
  /** null: no difference, or the cache held nothing of this conversation. */
  divergence: divergence.nullable(),
})
export type ReuseReport = z.infer<typeof reuseReport>
