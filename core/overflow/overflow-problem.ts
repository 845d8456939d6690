/** Why a policy cannot be used with a context, before anything is tried. */
import type { ContextReport } from '../contract/cache'
import type { Failure } from '../contract/errors'
import type { OverflowSettings, ShiftRefusal } from '../contract/overflow'

type Context = Pick<ContextReport, 'contextTokens' | 'shiftRefusal'>

/** Completes "Cells of this model cannot be moved: ...". */
export const shiftRefusals: Readonly<Record<ShiftRefusal, string>> = {
  'recurrent-state': 'a recurrent state has taken everything in, and no part of it can be taken out',
  'sliding-window': 'the sliding window keeps its cells in a ring; with the full cache for sliding-window layers it works',
  'latent-attention': 'the positions of latent attention (MLA) lie in a part of the key that is not moved reliably',
  'other-memory': 'this kind of memory has more than keys and values at positions',
  'multi-axis-positions': 'its positions have several axes, and llama.cpp moves along one',
}

/** null: nothing speaks against it. */
export function overflowProblem({ policy, sinkTokens, recentTokens }: OverflowSettings, context: Context): Failure | null {
  if (policy !== 'sink-recency') return null
  if (context.shiftRefusal) return { code: 'overflow-refused', facts: { reason: context.shiftRefusal } }
  const { contextTokens } = context
  const staying = sinkTokens + (recentTokens === 'auto' ? 1 : recentTokens)
  // A chunk of less than an eighth would be erased again and again.
  const room = contextTokens - Math.ceil(contextTokens / 8)
  return staying > room ? { code: 'overflow-no-room', facts: { stayingTokens: staying, contextTokens, mostTokens: room } } : null
}
