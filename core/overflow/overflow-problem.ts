import type { ContextReport } from '../contract/cache/cache'
import type { Failure } from '../contract/errors/errors'
import type { OverflowSettings } from '../contract/settings/overflow'

type Context = Pick<ContextReport, 'contextTokens' | 'shiftRefusal'>

export function overflowProblem({ policy, sinkTokens, recentTokens }: OverflowSettings, context: Context): Failure | null {
  if (policy !== 'sink-recency') return null
  if (context.shiftRefusal) return { code: 'overflow-refused', facts: { reason: context.shiftRefusal } }
  const { contextTokens } = context
  const staying = sinkTokens + (recentTokens === 'auto' ? 1 : recentTokens)
  // An eighth of the context stays free. With less, cells would be erased too often.
  const room = contextTokens - Math.ceil(contextTokens / 8)
  return staying > room ? { code: 'overflow-no-room', facts: { stayingTokens: staying, contextTokens, mostTokens: room } } : null
}
