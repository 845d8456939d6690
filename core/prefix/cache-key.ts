/** Cells fit a prompt only if everything that they were computed with is the same. The store never compares tokens across keys. */
import { fingerprintKeys } from '../contract/errors/session-reasons'
import type { SessionFingerprint } from '../sessions/fingerprint'

export interface LoraAdapter {
  readonly hash: string
  readonly scale: number
}

export type CacheKey = string & { readonly isCacheKey: true }

/** llama.cpp adds the adapters' products, so their order does not matter. */
export function cacheKeyOf(fingerprint: SessionFingerprint, adapters: readonly LoraAdapter[]): CacheKey {
  const settings = fingerprintKeys.map((key) => fingerprint[key])
  const loras = adapters.filter(({ scale }) => scale !== 0).map(({ hash, scale }) => `${hash}*${scale}`)
  return JSON.stringify([...settings, loras.sort()]) as CacheKey
}
