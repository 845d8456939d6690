/** What happens when a conversation is longer than its context. Planned in core/overflow. */
import { z } from 'zod'
import { overflowRanges } from './setting-ranges'

const count = z.number().nonnegative()
const whole = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most)

export const overflowPolicy = z.enum([
  /** The answer ends, and a prompt that is too long is refused. */
  'stop',
  /** The oldest turns leave; the system prompt and pinned messages stay. */
  'drop-oldest',
  /** The first and the last tokens stay, everything between them leaves: for endless streams. */
  'sink-recency',
])
export type OverflowPolicy = z.infer<typeof overflowPolicy>

export const overflowSettings = z.object({
  policy: overflowPolicy,
  /** `sink-recency`: leading tokens that always stay. Attention that has nowhere else to go rests on the first tokens. */
  sinkTokens: whole(overflowRanges.sinkTokens),
  /** `sink-recency`: last tokens that stay when room is made; `auto`: half of the rest of the context. */
  recentTokens: z.union([z.literal('auto'), whole(overflowRanges.recentTokens)]),
})
export type OverflowSettings = z.infer<typeof overflowSettings>

/** Settings for one turn; `pinned` are indexes of its messages. */
export const overflowRequest = overflowSettings.extend({ pinned: z.array(count) })
export type OverflowRequest = z.infer<typeof overflowRequest>

/** Why cells cannot be moved to close a gap. */
export const shiftRefusal = z.enum(['recurrent-state', 'sliding-window', 'latent-attention', 'other-memory', 'multi-axis-positions'])
export type ShiftRefusal = z.infer<typeof shiftRefusal>

export const overflowReport = z.object({
  policy: overflowPolicy,
  /** Messages that left completely, counted from 1 without the system prompt. */
  messages: z.array(count),
  /** Tokens that left in this turn, before the prefill and during the answer. */
  droppedTokens: count,
  /** All tokens of the conversation that are not in the context now. */
  leftOutTokens: count,
  /** Tokens that stayed but were processed again, because a sliding window attends to cells that were gone. Absent: none. */
  repeatedTokens: count.optional(),
})
export type OverflowReport = z.infer<typeof overflowReport>

/** What a policy would do to a conversation once its context is full. */
export const overflowPreview = z.object({
  usedTokens: count,
  contextTokens: count,
  /** Messages that would leave completely, counted from 1. */
  messages: z.array(count),
  droppedTokens: count,
  /** Tokens that would be processed again because cells cannot be moved. */
  repeatedTokens: count,
})
export type OverflowPreview = z.infer<typeof overflowPreview>
