/** ../kv/cache-settings.ts explains the sizes. */
import { z } from 'zod'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import { kvSettings, kvType } from '../contract/settings/kv-settings'
import type { CacheSettings } from '../kv/cache-settings'
import { wantedContextTokens } from '../kv/kv-settings-plan'
import type { CacheShape } from '../kv/shape/cache-shape'
import { llamaCppReleases } from '../kv/shape/release'

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

export const planSettings = z
  .strictObject({
    /** `auto` or absent means at most 8,192. 0 means the trained context. */
    contextTokens: z.union([z.literal('auto'), count]),
    totalContextTokens: count,
    keyType: kvType,
    valueType: kvType,
    sequences: count,
    batchTokens: count,
    microBatchTokens: count,
    logicalBatchTokens: count,
    swaFullCache: z.boolean(),
    flashAttention: z.enum(['auto', 'on', 'off']),
    kvUnified: z.boolean(),
    llamaCpp: z.enum(llamaCppReleases),
    // Allowed, so that callers can pass the app's settings unchanged.
    checkpointMebibytes: kvSettings.shape.checkpointMebibytes,
    threads: kvSettings.shape.threads,
    gpuBackend: kvSettings.shape.gpuBackend,
    gpuLayers: kvSettings.shape.gpuLayers,
  })
  .partial()
export type PlanSettings = z.infer<typeof planSettings>

export type SettingsProblem =
  | { readonly kind: 'wrong-value'; readonly path: readonly string[]; readonly quoted: string }
  /** Both names mean the same setting. */
  | { readonly kind: 'both-given'; readonly names: readonly [keyof PlanSettings, keyof PlanSettings] }
  | { readonly kind: 'needs-other'; readonly name: keyof PlanSettings; readonly other: keyof PlanSettings }

export function parsePlanSettings(
  value: unknown,
): { readonly ok: true; readonly settings: PlanSettings } | { readonly ok: false; readonly problem: SettingsProblem } {
  const checked = planSettings.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    return { ok: false, problem: { kind: 'wrong-value', path: issue?.path.map(String) ?? [], quoted: issue?.message ?? '' } }
  }
  const { data } = checked
  if (data.contextTokens !== undefined && data.totalContextTokens !== undefined)
    return { ok: false, problem: { kind: 'both-given', names: ['contextTokens', 'totalContextTokens'] } }
  if (data.batchTokens !== undefined && data.microBatchTokens !== undefined)
    return { ok: false, problem: { kind: 'both-given', names: ['batchTokens', 'microBatchTokens'] } }
  if (data.logicalBatchTokens !== undefined && data.microBatchTokens === undefined)
    return { ok: false, problem: { kind: 'needs-other', name: 'logicalBatchTokens', other: 'microBatchTokens' } }
  return { ok: true, settings: data }
}

export function cacheSettingsFor(shape: CacheShape, given: PlanSettings): CacheSettings {
  const { contextTokens = 'auto', batchTokens = defaultKvSettings.batchTokens } = given
  const common = {
    keyType: given.keyType ?? defaultKvSettings.keyType,
    valueType: given.valueType ?? defaultKvSettings.valueType,
    sequences: given.sequences ?? defaultKvSettings.sequences,
    swaFullCache: given.swaFullCache ?? defaultKvSettings.swaFullCache,
    flashAttention: given.flashAttention ?? defaultKvSettings.flashAttention,
    kvUnified: given.kvUnified ?? false,
    ...(given.llamaCpp ? { llamaCpp: given.llamaCpp } : {}),
  }
  const batch =
    given.microBatchTokens === undefined
      ? { batchTokens }
      : {
          microBatchTokens: given.microBatchTokens,
          ...(given.logicalBatchTokens === undefined ? {} : { logicalBatchTokens: given.logicalBatchTokens }),
        }
  if (given.totalContextTokens !== undefined) return { totalContextTokens: given.totalContextTokens, ...common, ...batch }
  const tokens = contextTokens === 0 ? shape.trainedTokens : wantedContextTokens({ contextTokens }, shape)
  return tokens === 0 ? { totalContextTokens: 0, ...common, ...batch } : { contextTokens: tokens, ...common, ...batch }
}
