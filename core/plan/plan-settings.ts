/**
 * The settings of `headroom plan`, as flags or as a line of JSON give them, and what they mean for a model.
 *
 * `contextTokens` is per sequence, as everywhere in Headroom: llama.cpp's n_ctx is that, padded, times `sequences`.
 * Who has llama.cpp's own n_ctx gives `totalContextTokens` instead.
 * `batchTokens` is what node-llama-cpp is asked for, which adds one where a sliding window is active; `microBatchTokens`
 * is llama.cpp's n_ubatch itself, with n_batch as `logicalBatchTokens` (its default, 2,048, where that is not said).
 */
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
    /** `auto`, or left out: what the model was trained for, at most 8,192. 0: what it was trained for. */
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
    // Settings of the app that decide about no cache: taken, so that its settings can be handed on as they are.
    checkpointMebibytes: kvSettings.shape.checkpointMebibytes,
    threads: kvSettings.shape.threads,
    gpuBackend: kvSettings.shape.gpuBackend,
    gpuLayers: kvSettings.shape.gpuLayers,
  })
  .partial()
export type PlanSettings = z.infer<typeof planSettings>

/** Settings in words that name the wrong key, or the settings. */
export function parsePlanSettings(
  value: unknown,
): { readonly ok: true; readonly settings: PlanSettings } | { readonly ok: false; readonly message: string } {
  const checked = planSettings.safeParse(value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    return {
      ok: false,
      message: `settings${issue?.path.map((key) => `.${String(key)}`).join('') ?? ''}: ${issue?.message ?? 'not allowed'}`,
    }
  }
  const { data } = checked
  if (data.contextTokens !== undefined && data.totalContextTokens !== undefined)
    return { ok: false, message: 'settings: contextTokens and totalContextTokens say the same thing; give one' }
  if (data.batchTokens !== undefined && data.microBatchTokens !== undefined)
    return { ok: false, message: 'settings: batchTokens and microBatchTokens say the same thing; give one' }
  if (data.logicalBatchTokens !== undefined && data.microBatchTokens === undefined)
    return { ok: false, message: 'settings: logicalBatchTokens goes with microBatchTokens' }
  return { ok: true, settings: data }
}

/** With Headroom's defaults for what is not said. */
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
