/** How long a context to ask for, whether llama.cpp takes the settings, and whether the machine can hold it. */
import { coded } from '../../core/contract/coded-error'
import { type KvSettings, maxContextTokens } from '../../core/contract/kv-settings'
import type { CacheShape } from '../../core/kv/cache-shape'
import { fittingContextTokens, planSettings, wantedContextTokens } from '../../core/kv/kv-settings-plan'

/** Left for compute buffers and the rest of the system. */
const reserveBytes = 512 * 2 ** 20
/** llama.cpp's smallest context. */
const leastTokens = 256

export interface ContextChoice {
  readonly contextTokens: number
  /** What llama.cpp will allocate for its caches. */
  readonly predictedBytes: number
}

/** `freeBytes`: memory that is free with the weights loaded. Throws `settings-refused` and `context-larger-than-memory`. */
export function chooseContext(shape: CacheShape, settings: KvSettings, freeBytes: number): ContextChoice {
  const usable = Math.max(0, freeBytes - reserveBytes)
  const wanted = wantedContextTokens(settings, shape)
  if (planned(shape, settings, wanted) <= usable) return { contextTokens: wanted, predictedBytes: planned(shape, settings, wanted) }

  const limit = settings.contextTokens === 'auto' ? wanted : maxContextTokens
  const fitting = fittingContextTokens(shape, settings, usable, limit)
  const contextTokens = settings.contextTokens === 'auto' ? Math.max(leastTokens, fitting) : wanted
  const predictedBytes = planned(shape, settings, contextTokens)
  if (predictedBytes > usable)
    throw coded('context-larger-than-memory', { neededBytes: predictedBytes, freeBytes: usable, contextTokens, fittingTokens: fitting })
  return { contextTokens, predictedBytes }
}

/** Throws `settings-refused` where llama.cpp would create no context, or die of it. */
export function assertAccepted(shape: CacheShape, settings: KvSettings): void {
  planned(shape, settings, wantedContextTokens(settings, shape))
}

function planned(shape: CacheShape, settings: KvSettings, contextTokens: number): number {
  const { refused, totalCacheBytes } = planSettings(shape, settings, contextTokens)
  if (refused) throw coded('settings-refused', { reason: refused.code, detail: refused.message })
  return totalCacheBytes
}
