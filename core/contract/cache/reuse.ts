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
  'template',
  /** This memory cannot close the gap. */
  'overflow',
  'other-conversation',
  'settings-changed',
  'model-changed',
  /** Loaded again, or a benchmark ran. */
  'context-recreated',
  /** The engine has not seen this conversation. */
  'engine-started',
])
export type ReuseCause = z.infer<typeof reuseCause>

export const clockChange = z.object({ held: z.string(), prompt: z.string() })
export type ClockChange = z.infer<typeof clockChange>

/** Only this conversation's text. */
export const divergence = z.object({
  position: count,
  part: cellContent,
  /** From 1, without the system prompt; null: in the system prompt or the template's text. */
  message: count.nullable(),
  before: z.string(),
  /** After `before`. */
  held: z.string(),
  prompt: z.string(),
  clock: clockChange.nullable(),
})
export type Divergence = z.infer<typeof divergence>

export const reuseReport = z.object({
  cause: reuseCause,
  /** What prevented going back to the difference. */
  heldBack: z.enum(['sliding-window', 'recurrent-state']).nullable(),
  heldTokens: count,
  /** Of the prefix. */
  commonTokens: count,
  /** Processed before, and evaluated again. */
  repeatedTokens: count,
  /** At this turn's prefill rate; null: unknown. */
  repeatedMs: count.nullable(),
  divergence: divergence.nullable(),
})
export type ReuseReport = z.infer<typeof reuseReport>
