/** Classified in core/reuse. */
import { z } from 'zod'
import { cellContent } from './cache'

const count = z.number().nonnegative()

export const reuseCause = z.enum([
  'first-turn',
  'continued',
  /** Another answer, or the same one continued. */
  'same-prompt',
  'edited-message',
  'other-branch',
  'system-prompt-changed',
  /** The chat template renders the same messages differently. */
  'template',
  /** This memory cannot close the gap. */
  'overflow',
  'other-conversation',
  /** Or another chat template. */
  'settings-changed',
  'model-changed',
  /** Loaded again, or a benchmark ran. */
  'context-recreated',
  /** The engine has not seen this conversation. */
  'engine-started',
])
export type ReuseCause = z.infer<typeof reuseCause>

/** The only difference between cache and prompt. */
export const clockChange = z.object({ held: z.string(), prompt: z.string() })
export type ClockChange = z.infer<typeof clockChange>

/** The first. Only this conversation's text. */
export const divergence = z.object({
  position: count,
  part: cellContent,
  /** From 1, without the system prompt; null: in the system prompt or the template's text. */
  message: count.nullable(),
  before: z.string(),
  /** After `before`, in the cache and in the prompt. */
  held: z.string(),
  prompt: z.string(),
  clock: clockChange.nullable(),
})
export type Divergence = z.infer<typeof divergence>

export const reuseReport = z.object({
  cause: reuseCause,
  /** What prevented going back to the difference. */
  heldBack: z.enum(['sliding-window', 'recurrent-state']).nullable(),
  /** When the turn began. */
  heldTokens: count,
  /** Of the prefix. */
  commonTokens: count,
  /** Processed before in this conversation, and evaluated again. */
  repeatedTokens: count,
  /** At this turn's prefill rate; null: the prefill was not finished or too short. */
  repeatedMs: count.nullable(),
  /** null: no difference, or nothing of this conversation was in the cache. */
  divergence: divergence.nullable(),
})
export type ReuseReport = z.infer<typeof reuseReport>
