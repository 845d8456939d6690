/** What happens to a conversation that has become longer than its context. Planned in core/overflow. */
import { z } from 'zod'
import { overflowRanges } from './setting-ranges'

const count = z.number().nonnegative()
const whole = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most)

export const overflowPolicy = z.enum([
  /** The answer ends, and a prompt that is too long is refused. */
  'stop',
  /** The oldest turns leave; the system prompt and pinned messages stay. */
  'drop-oldest',
  /** The first tokens and the last ones stay, whatever lies between leaves: for streams without end. */
  'sink-recency',
])
export type OverflowPolicy = z.infer<typeof overflowPolicy>

export const overflowSettings = z.object({
  policy: overflowPolicy,
  /** `sink-recency`: leading tokens that always stay. Attention that has nowhere else to go rests on the first ones. */
  sinkTokens: whole(overflowRanges.sinkTokens),
  /** `sink-recency`: tokens that stay at the end whenever room is made; `auto`: half of the rest of the context. */
  recentTokens: z.union([z.literal('auto'), whole(overflowRanges.recentTokens)]),
})
export type OverflowSettings = z.infer<typeof overflowSettings>

/** Of a turn: `pinned` are indexes of its messages. */
export const overflowRequest = overflowSettings.extend({ pinned: z.array(count) })
export type OverflowRequest = z.infer<typeof overflowRequest>

/** Why cells cannot be moved to close a gap. */
export const shiftRefusal = z.enum(['recurrent-state', 'sliding-window', 'latent-attention', 'other-memory', 'multi-axis-positions'])
export type ShiftRefusal = z.infer<typeof shiftRefusal>

/** What left the context during one turn. */
export const overflowReport = z.object({
  policy: overflowPolicy,
  /** Messages that left as a whole, counted from 1 without the system prompt. */
  messages: z.array(count),
  /** Tokens that left in this turn: before its prompt was processed, and while the answer was written. */
  droppedTokens: count,
  /** All tokens of the conversation that are not in the context now. */
  leftOutTokens: count,
  /** Tokens that stayed and were processed again, because a window looks at cells that were gone. Left out: none. */
  repeatedTokens: count.optional(),
})
export type OverflowReport = z.infer<typeof overflowReport>

/** What a policy would do to a conversation as it is once its context is full. */
export const overflowRehearsal = z.object({
  /** Tokens of the conversation now, and what the context holds. */
  usedTokens: count,
  contextTokens: count,
  /** Messages that would leave as a whole, counted from 1; tokens that would leave. */
  messages: z.array(count),
  droppedTokens: count,
  /** Tokens that would be processed again, where cells cannot be moved. */
  repeatedTokens: count,
})
export type OverflowRehearsal = z.infer<typeof overflowRehearsal>
