import type { CompareResultOf } from '../../../core/contract/compare/compare-tasks'
import { formatCount } from '../../../core/text/amounts'

export function methodText({ logits, fullPositions, headTokens, errorBound }: CompareResultOf<'quality'>['method']): string {
  if (logits === 'full') return 'all logits of each'
  return `the ${formatCount(headTokens ?? 0)} likeliest tokens of each, and all of them at ${formatCount(fullPositions)}; the mean KLD may be off by ${errorBound.toPrecision(2)} nats`
}
