/** What a turn reused of the cache, and why. Classified in core/reuse. */
import { z } from 'zod'
import { cellContent } from './cache'

const count = z.number().nonnegative()

export const reuseCause = z.enum([
  'first-turn',
  /** The prompt continues where the cache ends. */
  'continued',
  /** Another answer, or the same answer continued. */
  'same-prompt',
  /** The last message of the prompt replaces another one. */
  'edited-message',
  'other-branch',
  'system-prompt-changed',
  /** Same messages, but the chat template renders them differently. */
  'template',
  /** Older messages left the context, and this memory cannot close the gap. */
  'overflow',
  'other-conversation',
  /** New context with other settings or another chat template. */
  'settings-changed',
  'model-changed',
  /** Same model and settings, new context: loaded again, or a benchmark ran. */
  'context-recreated',
  /** The engine has not seen this conversation since its start. */
  'engine-started',
])
export type ReuseCause = z.infer<typeof reuseCause>

/** Two dates or times that are the only difference between cache and prompt. */
export const clockChange = z.object({ held: z.string(), prompt: z.string() })
export type ClockChange = z.infer<typeof clockChange>

/** The first difference of prompt and cache. Contains only this conversation's text. */
export const divergence = z.object({
  position: count,
  part: cellContent,
  /** Counted from 1 without the system prompt; null: in the system prompt or the template's text. */
  message: count.nullable(),
  before: z.string(),
  /** The text after `before`, in the cache and in the prompt. */
  held: z.string(),
  prompt: z.string(),
  clock: clockChange.nullable(),
})
export type Divergence = z.infer<typeof divergence>

export const reuseReport = z.object({
  cause: reuseCause,
  /** What prevented going back to the difference; null: nothing. */
  heldBack: z.enum(['sliding-window', 'recurrent-state']).nullable(),
  /** Tokens in the sequence when the turn began. */
  heldTokens: count,
  /** Length of the common prefix. */
  commonTokens: count,
  /** Prompt tokens that this conversation had processed before and that were evaluated again. */
  repeatedTokens: count,
  /** Their cost at this turn's prefill rate; null: the prefill was not finished or too short for a rate. */
  repeatedMs: count.nullable(),
  /** null: no difference, or the cache held nothing of this conversation. */
  divergence: divergence.nullable(),
})
export type ReuseReport = z.infer<typeof reuseReport>
