/** A plan for Headroom's own settings: what the engine will be asked for, on the installed llama.cpp. */
import type { KvSettings } from '../contract/settings/kv-settings'
import type { CachePlan } from './cache-plan'
import type { CacheSettings } from './cache-settings'
import { cellPadding, mostContextTokens } from './context-params'
import { planCache } from './plan-cache'
import type { CacheShape } from './shape/cache-shape'

/** What of them decides about memory. */
export type PlannedSettings = Pick<
  KvSettings,
  'contextTokens' | 'keyType' | 'valueType' | 'sequences' | 'batchTokens' | 'swaFullCache' | 'flashAttention'
>

/** `auto` stops here: enough for long chats, and not gigabytes that nobody asked for. */
const autoTokens = 8192
/** For models that do not say what they were trained for. */
const unknownTrainedTokens = 4096

/** Tokens per sequence: what was asked for or, for `auto`, what the model was trained for up to a limit. */
export const wantedContextTokens = (settings: Pick<KvSettings, 'contextTokens'>, { trainedTokens }: CacheShape): number =>
  settings.contextTokens === 'auto' ? Math.min(trainedTokens || unknownTrainedTokens, autoTokens) : settings.contextTokens

export function planSettings(
  shape: CacheShape,
  settings: PlannedSettings,
  contextTokens = wantedContextTokens(settings, shape),
): CachePlan {
  return planCache(shape, atContext(settings, contextTokens))
}

/** The largest context that keeps the cache within `freeBytes`, in whole paddings and up to `limitTokens`; 0: not even the smallest. */
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
