/** Assumes that the next turn fills the context. */
import type { OverflowPreview, OverflowRequest } from '../contract/settings/overflow'
import { cellOf, gapTokens } from './gaps'
import { type MessageRange, messagesIn, planOverflow } from './plan-overflow'

export interface OverflowPreviewQuestion {
  readonly request: OverflowRequest
  readonly ranges: readonly MessageRange[]
  readonly textTokens: number
  readonly limitTokens: number
  readonly canShift: boolean
}

export function overflowPreviewOf({ request, ranges, textTokens, limitTokens, canShift }: OverflowPreviewQuestion): OverflowPreview {
  const next: MessageRange = { index: ranges.length, role: 'user', from: textTokens, to: textTokens }
  const fullTokens = Math.max(textTokens, limitTokens) + 1
  const newestFrom = request.policy === 'drop-oldest' ? textTokens : fullTokens
  const question = { request, ranges: [...ranges, next], textTokens: fullTokens, gaps: [], limitTokens, newestFrom }
  const gaps = (planOverflow(question) ?? []).map(({ from, to }) => ({ from: Math.min(from, textTokens), to: Math.min(to, textTokens) }))
  const [first] = gaps
  return {
    usedTokens: textTokens,
    contextTokens: limitTokens,
    messages: messagesIn(gaps, ranges),
    droppedTokens: gapTokens(gaps),
    repeatedTokens: first && !canShift ? cellOf(gaps, textTokens) - first.from : 0,
  }
}
