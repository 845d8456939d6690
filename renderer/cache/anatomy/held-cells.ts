import type { HeldCells } from '../../../core/cells/cell-codes'
import type { CacheFill, CacheSample } from '../../../core/contract/cache/cache'
import { spansThen, type TurnMoment } from './turn-moments'

export const heldNow = (
  { kind, totalCells, usedCells, fromPosition }: CacheFill,
  { tokens, reusedTokens, spans, runs }: Pick<CacheSample, 'tokens' | 'reusedTokens' | 'spans' | 'runs'>,
): HeldCells => ({
  totalCells,
  fromPosition: kind === 'sliding' ? Math.max(fromPosition, tokens - usedCells) : fromPosition,
  tokens,
  reusedTokens,
  spans,
  isRing: kind === 'sliding',
  runs: kind !== 'sliding' && runs !== null && runs.length > 1 ? runs : undefined,
})

export function heldThen({ kind, totalCells }: CacheFill, sample: Pick<CacheSample, 'spans' | 'gaps'>, moment: TurnMoment): HeldCells {
  const { tokens, reusedTokens } = moment
  return {
    totalCells,
    fromPosition: kind === 'sliding' ? Math.max(0, tokens - totalCells) : 0,
    tokens: kind === 'sliding' ? tokens : Math.min(tokens, totalCells),
    reusedTokens,
    spans: spansThen(moment, sample),
    isRing: kind === 'sliding',
  }
}
