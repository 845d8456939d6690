/** Refuses what llama.cpp would refuse for this model, by the engine's rules. */

import { copy } from '../../core/copy/copy'
import { type PlannedSettings, planSettings } from '../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../core/kv/shape/cache-shape'
import { installedRelease } from '../../core/kv/shape/release'

export interface KvChoices {
  /** Returns why a change is refused. Problems that the settings already have do not count. */
  readonly refusal: (change: Partial<PlannedSettings>) => string | undefined
  /** True if K and V are one tensor. Choosing one type then chooses both. */
  readonly typesAreOne: boolean
}

/** `shape` is null if the model is unknown. */
export function kvChoices(shape: CacheShape | null, settings: PlannedSettings): KvChoices {
  if (!shape) return { refusal: () => undefined, typesAreOne: false }
  const release = shape.releases[installedRelease]
  const before = planSettings(shape, settings).refused
  return {
    refusal: (change) => {
      const { refused } = planSettings(shape, { ...settings, ...change })
      return refused && refused.reason.kind !== before?.reason.kind ? copy.reasons.settingsRefusal(refused.reason) : undefined
    },
    typesAreOne: 'needsEqualTypes' in release && release.needsEqualTypes,
  }
}
