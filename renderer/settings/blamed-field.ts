/** Finds the field whose default would fix a refusal, or flash attention if "off" would. */
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { planSettings } from '../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../core/kv/shape/cache-shape'

export type BlamedField = 'contextTokens' | 'sequences' | 'batchTokens' | 'valueType' | 'keyType' | 'flashAttention' | 'swaFullCache'

/** Most likely first. Types come before flash attention, which users switch off for a reason. */
const suspects: readonly BlamedField[] = [
  'contextTokens',
  'sequences',
  'batchTokens',
  'valueType',
  'keyType',
  'flashAttention',
  'swaFullCache',
]

/** Returns null if nothing is refused, or if the cause is the model or more than one field. */
export function blamedField(shape: CacheShape, settings: KvSettings): BlamedField | null {
  if (!planSettings(shape, settings).refused) return null
  const isFixedBy = (change: Partial<KvSettings>) => !planSettings(shape, { ...settings, ...change }).refused
  const blamed = suspects.find((field) => settings[field] !== defaultKvSettings[field] && isFixedBy({ [field]: defaultKvSettings[field] }))
  return blamed ?? (isFixedBy({ flashAttention: 'off' }) ? 'flashAttention' : null)
}
