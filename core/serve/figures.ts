/** Times of an answer, from what the engine measured. */
import type { PrefixTier } from '../contract/cache/prefixes'
import type { ServedFinish } from './served-event'

export interface AnswerTimes {
  /** From the first prompt token that was processed to the first token of the answer. */
  readonly promptMs: number
  /** From the first to the last token of the answer. */
  readonly decodeMs: number
  readonly totalMs: number
}

export function timesOf({ metrics }: Pick<ServedFinish, 'metrics'>): AnswerTimes {
  const { queueMs, tokeniseMs, prefillMs, firstTokenMs, totalMs } = metrics
  const promptMs = prefillMs + (firstTokenMs ?? 0)
  return { promptMs, decodeMs: Math.max(0, totalMs - queueMs - tokeniseMs - promptMs), totalMs }
}

/** Where the reused tokens of a prompt were. null if none was reused. */
export const tierOf = ({ usage, metrics }: Pick<ServedFinish, 'usage' | 'metrics'>): PrefixTier | null =>
  usage.cachedTokens === 0 ? null : metrics.restored ? 'disk' : 'cells'
