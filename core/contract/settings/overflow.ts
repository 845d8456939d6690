import { z } from 'zod'
import { overflowRanges } from './setting-ranges'

const count = z.number().nonnegative()
const whole = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most)

export const overflowPolicy = z.enum([
  'stop',
  'drop-oldest',
  /** Keeps the first and the last tokens, for endless streams. */
  'sink-recency',
])
export type OverflowPolicy = z.infer<typeof overflowPolicy>

export const overflowSettings = z.object({
  policy: overflowPolicy,
  /** Number of first tokens to keep as attention sinks. */
  sinkTokens: whole(overflowRanges.sinkTokens),
  /** `auto` means half of the rest of the context. */
  recentTokens: z.union([z.literal('auto'), whole(overflowRanges.recentTokens)]),
})
export type OverflowSettings = z.infer<typeof overflowSettings>

/** `pinned` lists indexes into the turn's messages. */
export const overflowRequest = overflowSettings.extend({ pinned: z.array(count) })
export type OverflowRequest = z.infer<typeof overflowRequest>

export const shiftRefusal = z.enum(['recurrent-state', 'sliding-window', 'latent-attention', 'other-memory', 'multi-axis-positions'])
export type ShiftRefusal = z.infer<typeof shiftRefusal>

export const overflowReport = z.object({
  policy: overflowPolicy,
  /** Numbered from 1, without the system prompt. */
  messages: z.array(count),
  droppedTokens: count,
  leftOutTokens: count,
  /** Evaluated again, because the cells of the first tokens were missing. */
  repeatedTokens: count.optional(),
})
export type OverflowReport = z.infer<typeof overflowReport>

export const overflowPreview = z.object({
  usedTokens: count,
  contextTokens: count,
  messages: z.array(count),
  droppedTokens: count,
  repeatedTokens: count,
})
export type OverflowPreview = z.infer<typeof overflowPreview>
