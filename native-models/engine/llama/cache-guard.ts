/** llama.cpp refuses some KV settings and crashes on others. */
import { coded } from '../../../core/contract/errors/coded-error'
import type { CachePlan } from '../../../core/kv/cache-plan'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { planSettings } from '../../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import type { ContextRequest } from '../../process/backend'
import { readHeaderOf } from './read-header-of'

export async function readCacheShape(path: string): Promise<CacheShape | undefined> {
  const header = await readHeaderOf(path)
  return header && cacheShapeOf(header)
}

/** Returns undefined if the model's shape is unknown. Throws `settings-refused`. */
export function acceptedPlan(shape: CacheShape | undefined, { settings, contextTokens }: ContextRequest): CachePlan | undefined {
  const plan = shape && planSettings(shape, settings, contextTokens)
  if (plan?.refused) throw coded('settings-refused', { reason: plan.refused.reason })
  return plan
}
