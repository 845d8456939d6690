import { z } from 'zod'
import { cellContent } from './cache'

const count = z.number().nonnegative()

export const reuseCause = z.enum([
  'first-turn',
  'continued',
  'same-prompt',
  'edited-message',
  'other-branch',
  'system-prompt-changed',
  'tools-changed',
  'template',
  /** The prompt leaves out the reasoning of an answer. */
  'reasoning-dropped',
  /** Dropped tokens left a gap, and the cache cannot move cells to close it. */
  'overflow',
  'other-conversation',
  'settings-changed',
  'model-changed',
  /** The model was loaded again, or a benchmark ran. */
  'context-recreated',
  'engine-started',
])
export type ReuseCause = z.infer<typeof reuseCause>

export const clockChange = z.object({ held: z.string(), prompt: z.string() })
export type ClockChange = z.infer<typeof clockChange>

export const divergence = z.object({
  position: count,
  part: cellContent,
  /** Numbered from 1, without the system prompt. null for the system prompt and the template's text. */
  message: count.nullable(),
  before: z.string(),
  held: z.string(),
  prompt: z.string(),
  clock: clockChange.nullable(),
})
export type Divergence = z.infer<typeof divergence>

export const reuseReport = z.object({
  cause: reuseCause,
  heldBack: z.enum(['sliding-window', 'recurrent-state']).nullable(),
  heldTokens: count,
  commonTokens: count,
  repeatedTokens: count,
  repeatedMs: count.nullable(),
  divergence: divergence.nullable(),
})
export type ReuseReport = z.infer<typeof reuseReport>
