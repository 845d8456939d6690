import { sentenceOf } from '../../core/contract/sentences'
import type { CacheShape } from '../../core/kv/cache-shape'
import { keepsState } from '../../core/speculation/keeps-state'

/** Why a model cannot draft ahead, or undefined. */
export function refusedSpeculation(shape: CacheShape | null): string | undefined {
  if (!shape || !keepsState(shape)) return undefined
  return sentenceOf({ code: 'speculation-refused', facts: { reason: 'recurrent-state' } }).what
}
