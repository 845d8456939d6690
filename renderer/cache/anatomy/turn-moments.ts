/** The moments that a conversation's caches went through: the end of each turn, as it was measured. */

import { pushSpan } from '../../../core/cells/cell-spans'
import type { CellSpan } from '../../../core/contract/cache'
import type { StoredMessage } from '../../../core/contract/conversations'

export interface TurnMoment {
  /** Counted from 1 along the path that is shown. */
  readonly turn: number
  /** Cells in use when it ended. */
  readonly tokens: number
  readonly reusedTokens: number
  readonly processedTokens: number
  readonly outputTokens: number
}

export function turnMoments(messages: readonly StoredMessage[]): TurnMoment[] {
  let turn = 0
  return messages.flatMap(({ role, metrics }) => {
    if (role !== 'assistant') return []
    turn++
    if (!metrics || metrics.usedCells === 0) return []
    const { usedCells, reusedTokens, processedTokens, outputTokens } = metrics
    return [{ turn, tokens: usedCells, reusedTokens, processedTokens, outputTokens }]
  })
}

/**
 * What the cells held then: the beginning of what they hold now, as a conversation only grows. Where the cells hold less now (another
 * context, or tokens that were dropped since), nothing is said of the rest but that the last of it was the answer.
 */
export function spansThen({ tokens, outputTokens }: TurnMoment, now: readonly CellSpan[]): CellSpan[] {
  const known = now.at(-1)?.to ?? 0
  const spans = now.filter(({ from }) => from < tokens).map((span) => ({ ...span, to: Math.min(span.to, tokens) }))
  if (known >= tokens || known < tokens - outputTokens) return spans
  pushSpan(spans, 'assistant', tokens - known)
  return spans
}
