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
  /**
   * Numbered from 1, without the system prompt. null for the system prompt and the template's text, unless the ledger knows which message
   * the client left out, inserted or changed there.
   */
  message: count.nullable(),
  before: z.string(),
  held: z.string(),
  prompt: z.string(),
  clock: clockChange.nullable(),
})
export type Divergence = z.infer<typeof divergence>

/** Where a prefix came from that the conversation's own sequence did not have. */
export const prefixSource = z.object({
  /**
   * `continued`: the sequence now belongs to this conversation. `copied`: its cells were copied. `memory`: from a copy in memory, which may
   * be this conversation's. `restored`: from its saved cache.
   */
  way: z.enum(['continued', 'copied', 'memory', 'restored']),
  conversationId: z.string(),
  /** Counts only the tokens that the prompt uses. */
  tokens: count,
  ms: count,
  /** Compared with processing these tokens; negative if that would have been faster. null if the rate of the model is not known yet. */
  savedMs: z.number().nullable(),
})
export type PrefixSource = z.infer<typeof prefixSource>

export const evictionReason = z.enum(['held-elsewhere', 'least-worth'])
export type EvictionReason = z.infer<typeof evictionReason>

/** The cells of another conversation that this turn evicted. */
export const evictedPrefix = z.object({
  conversationId: z.string(),
  reason: evictionReason,
  tokens: count,
  /** Tokens that no other prefix in the store has. */
  onlyTokens: count,
  /** True if memory has a copy of all of it. */
  isCopied: z.boolean().optional(),
})
export type EvictedPrefix = z.infer<typeof evictedPrefix>

export const reuseReport = z.object({
  cause: reuseCause,
  heldBack: z.enum(['sliding-window', 'recurrent-state']).nullable(),
  heldTokens: count,
  commonTokens: count,
  repeatedTokens: count,
  repeatedMs: count.nullable(),
  divergence: divergence.nullable(),
  /** Absent if the reused tokens were in the conversation's own sequence. */
  source: prefixSource.optional(),
  evicted: z.array(evictedPrefix).optional(),
})
export type ReuseReport = z.infer<typeof reuseReport>
