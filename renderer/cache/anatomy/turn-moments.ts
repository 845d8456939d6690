import { pushSpan } from '../../../core/cells/cell-spans'
import type { CacheSample, CellSpan } from '../../../core/contract/cache/cache'
import type { StoredMessage } from '../../../core/contract/chat/conversations'

export interface TurnMoment {
  /** Counts from 1, the first turn of the branch shown. */
  readonly turn: number
  readonly tokens: number
  readonly reusedTokens: number
  readonly processedTokens: number
  readonly outputTokens: number
  readonly leftOutTokens: number
}

export function turnMoments(messages: readonly StoredMessage[]): TurnMoment[] {
  let turn = 0
  let leftOutTokens = 0
  return messages.flatMap(({ role, metrics }) => {
    if (role !== 'assistant') return []
    turn++
    if (!metrics || metrics.usedCells === 0) return []
    const { usedCells, reusedTokens, processedTokens, outputTokens, overflow } = metrics
    leftOutTokens = overflow?.leftOutTokens ?? leftOutTokens
    return [{ turn, tokens: usedCells, reusedTokens, processedTokens, outputTokens, leftOutTokens }]
  })
}

/**
 * Returns the current spans up to the turn's length, or up to the first gap if tokens have been dropped since. Restores the end of the
 * answer if the cells no longer contain it.
 */
export function spansThen(moment: TurnMoment, { spans: now, gaps }: Pick<CacheSample, 'spans' | 'gaps'>): CellSpan[] {
  const { tokens, outputTokens, leftOutTokens } = moment
  const leftOutNow = gaps.reduce((sum, gap) => sum + gap.tokens, 0)
  const same = leftOutNow === leftOutTokens ? Number.POSITIVE_INFINITY : (gaps[0]?.at ?? 0)
  const known = Math.min(now.at(-1)?.to ?? 0, same)
  const end = Math.min(tokens, known)
  const spans = now.filter(({ from }) => from < end).map((span) => ({ ...span, to: Math.min(span.to, end) }))
  if (known >= tokens || known < tokens - outputTokens) return spans
  pushSpan(spans, { ...spans.at(-1), holds: 'assistant' }, tokens - known)
  return spans
}
