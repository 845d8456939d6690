import type { KvSettings } from '../contract/settings/kv-settings'
import type { CachePlan } from './cache-plan'
import type { CacheSettings } from './cache-settings'
import { cellPadding, mostContextTokens } from './context-params'
import { planCache } from './plan-cache'
import type { CacheShape } from './shape/cache-shape'

export type PlannedSettings = Pick<
  KvSettings,
  'contextTokens' | 'keyType' | 'valueType' | 'sequences' | 'batchTokens' | 'swaFullCache' | 'flashAttention'
>

const autoTokens = 8192
const unknownTrainedTokens = 4096

/** Per sequence. */
export const wantedContextTokens = (settings: Pick<KvSettings, 'contextTokens'>, { trainedTokens }: CacheShape): number =>
  settings.contextTokens === 'auto' ? Math.min(trainedTokens || unknownTrainedTokens, autoTokens) : settings.contextTokens

export function planSettings(
  shape: CacheShape,
  settings: PlannedSettings,
  contextTokens = wantedContextTokens(settings, shape),
): CachePlan {
  return planCache(shape, atContext(settings, contextTokens))
}

/** Returns a multiple of `cellPadding`, or 0 if no context fits. */
export function fittingContextTokens(shape: CacheShape, settings: PlannedSettings, freeBytes: number, limitTokens: number): number {
  const fits = (paddings: number) => {
    const { refused, totalCacheBytes } = planSettings(shape, settings, paddings * cellPadding)
    return !refused && totalCacheBytes <= freeBytes
  }
  let most = Math.floor(Math.min(limitTokens, mostContextTokens / settings.sequences) / cellPadding)
  let least = 0
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(middle)) least = middle
    else most = middle - 1
  }
  return least * cellPadding
}

const atContext = (settings: PlannedSettings, contextTokens: number): CacheSettings => ({
  contextTokens,
  keyType: settings.keyType,
  valueType: settings.valueType,
  sequences: settings.sequences,
  batchTokens: settings.batchTokens,
  swaFullCache: settings.swaFullCache,
  flashAttention: settings.flashAttention,
})
