/** Which choices llama.cpp would refuse for this model, and why: the same rules that the engine asks. */

import { type PlannedSettings, planSettings } from '../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { installedRelease } from '../../core/kv/shape/release'

export interface KvChoices {
  /** Why this cannot be chosen, or undefined. What is wrong with the settings already is no reason. */
  readonly refusal: (change: Partial<PlannedSettings>) => string | undefined
  /** K and V are one tensor: choosing one type means choosing both. */
  readonly typesAreOne: boolean
}

/** `shape` null: nothing is known of the model yet, and nothing is ruled out. */
export function kvChoices(shape: CacheShape | null, settings: PlannedSettings): KvChoices {
  if (!shape) return { refusal: () => undefined, typesAreOne: false }
  const release = shape.releases[installedRelease]
  const before = planSettings(shape, settings).refused
  return {
    refusal: (change) => {
      const { refused } = planSettings(shape, { ...settings, ...change })
      return refused && refused.code !== before?.code ? refused.message : undefined
    },
    typesAreOne: 'needsEqualTypes' in release && release.needsEqualTypes,
  }
}
