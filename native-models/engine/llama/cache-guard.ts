/**
 * The engine's own guard: settings that llama.cpp refuses or dies of are told apart before it is asked,
 * whoever asks. Where the header cannot be read here, llama.cpp's own word counts.
 */
import { coded } from '../../../core/contract/errors/coded-error'
import type { CachePlan } from '../../../core/kv/cache-plan'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { planSettings } from '../../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import type { ContextRequest } from '../../process/backend'
import { readHeaderOf } from './read-header-of'

/** undefined: the header is not one that core can read. Throws node's own errors. */
export async function readCacheShape(path: string): Promise<CacheShape | undefined> {
  const header = await readHeaderOf(path)
  return header && cacheShapeOf(header)
}

/** What llama.cpp will allocate; undefined where nothing is known. Throws `settings-refused`. */
export function acceptedPlan(shape: CacheShape | undefined, { settings, contextTokens }: ContextRequest): CachePlan | undefined {
  const plan = shape && planSettings(shape, settings, contextTokens)
  if (plan?.refused) throw coded('settings-refused', { reason: plan.refused.code, detail: plan.refused.message })
  return plan
}
