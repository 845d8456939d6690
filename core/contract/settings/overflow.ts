import { z } from 'zod'
import { overflowRanges } from './setting-ranges'

const count = z.number().nonnegative()
const whole = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most)

export const overflowPolicy = z.enum([
  /** A prompt that is too long is refused. */
  'stop',
  /** The system prompt and pinned messages stay. */
  'drop-oldest',
  /** The first and the last tokens stay: for endless streams. */
  'sink-recency',
])
export type OverflowPolicy = z.infer<typeof overflowPolicy>

export const overflowSettings = z.object({
  policy: overflowPolicy,
  /** `sink-recency` only. Attention that has nowhere else to go rests on the first tokens. */
  sinkTokens: whole(overflowRanges.sinkTokens),
  /** `sink-recency` only; `auto`: half of the rest of the context. */
  recentTokens: z.union([z.literal('auto'), whole(overflowRanges.recentTokens)]),
})
export type OverflowSettings = z.infer<typeof overflowSettings>

/** `pinned`: indexes of the turn's messages. */
export const overflowRequest = overflowSettings.extend({ pinned: z.array(count) })
export type OverflowRequest = z.infer<typeof overflowRequest>

/** Why cells cannot be moved to close a gap. */
export const shiftRefusal = z.enum(['recurrent-state', 'sliding-window', 'latent-attention', 'other-memory', 'multi-axis-positions'])
export type ShiftRefusal = z.infer<typeof shiftRefusal>

export const overflowReport = z.object({
  policy: overflowPolicy,
  /** Messages that left completely, from 1 without the system prompt. */
  messages: z.array(count),
  /** In this turn, before the prefill and during the answer. */
  droppedTokens: count,
  /** Of the conversation, not in the context now. */
  leftOutTokens: count,
  /** They stayed, but a sliding window attends to cells that were gone. Absent: none. */
  repeatedTokens: count.optional(),
})
export type OverflowReport = z.infer<typeof overflowReport>

export const overflowPreview = z.object({
  usedTokens: count,
  contextTokens: count,
  /** From 1, without the system prompt. */
  messages: z.array(count),
  droppedTokens: count,
  /** Because cells cannot be moved. */
  repeatedTokens: count,
})
export type OverflowPreview = z.infer<typeof overflowPreview>
