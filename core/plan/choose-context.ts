/** `auto` means the trained context, at most 8,192 tokens, or fewer if memory is short. */
import type { ErrorFacts } from '../contract/errors/errors'
import type { KvSettings } from '../contract/settings/kv-settings'
import { kvRanges } from '../contract/settings/setting-ranges'
import type { Refusal } from '../kv/cache-plan'
import { fittingContextTokens, type PlannedSettings, planSettings, wantedContextTokens } from '../kv/kv-settings-plan'
import type { CacheShape } from '../kv/shape/cache-shape'

/** Left free for compute buffers and the system. */
export const reserveBytes = 512 * 2 ** 20
const leastTokens = 256

export type ContextChoice =
  | {
      readonly kind: 'fits'
      readonly contextTokens: number
      readonly predictedBytes: number
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'too-large'; readonly facts: ErrorFacts<'context-larger-than-memory'> }

type Settings = PlannedSettings & Pick<KvSettings, 'contextTokens'>

/** `freeBytes` is the free memory once the weights are loaded, Infinity if unknown. */
export function chooseContext(shape: CacheShape, settings: Settings, freeBytes: number): ContextChoice {
  const usable = Math.max(0, freeBytes - reserveBytes)
  const wanted = wantedContextTokens(settings, shape)
  const plan = planSettings(shape, settings, wanted)
  if (plan.refused) return { kind: 'refused', refusal: plan.refused }
  if (plan.totalCacheBytes <= usable) return { kind: 'fits', contextTokens: wanted, predictedBytes: plan.totalCacheBytes }

  const isAuto = settings.contextTokens === 'auto'
  const fittingTokens = fittingContextTokens(shape, settings, usable, isAuto ? wanted : kvRanges.contextTokens.most)
  const contextTokens = isAuto ? Math.max(leastTokens, fittingTokens) : wanted
  const chosen = planSettings(shape, settings, contextTokens)
  if (chosen.refused) return { kind: 'refused', refusal: chosen.refused }
  if (chosen.totalCacheBytes <= usable) return { kind: 'fits', contextTokens, predictedBytes: chosen.totalCacheBytes }
  return { kind: 'too-large', facts: { neededBytes: chosen.totalCacheBytes, freeBytes: usable, contextTokens, fittingTokens } }
}
