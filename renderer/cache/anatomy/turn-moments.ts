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
  /** Number of tokens dropped from the context by the end of the turn. */
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
 * A conversation only grows, so an earlier turn's cells are a prefix of the current ones. If tokens have been dropped since, the result
 * ends at the first gap. If the cells hold fewer tokens now (in another context), only the answer is known.
 */
export function spansThen(moment: TurnMoment, { spans: now, gaps }: Pick<CacheSample, 'spans' | 'gaps'>): CellSpan[] {
  const { tokens, outputTokens, leftOutTokens } = moment
  const leftOutNow = gaps.reduce((sum, gap) => sum + gap.tokens, 0)
  const same = leftOutNow === leftOutTokens ? Number.POSITIVE_INFINITY : (gaps[0]?.at ?? 0)
  const known = Math.min(now.at(-1)?.to ?? 0, same)
  const end = Math.min(tokens, known)
  const spans = now.filter(({ from }) => from < end).map((span) => ({ ...span, to: Math.min(span.to, end) }))
  if (known >= tokens || known < tokens - outputTokens) return spans
  pushSpan(spans, 'assistant', tokens - known)
  return spans
}
