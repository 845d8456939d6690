/** Compare gives each task one sequence and the context that it needs, so it cannot measure all edits. */
import type { KvSettings } from '../../core/contract/settings/kv-settings'

const measured = [
  'keyType',
  'valueType',
  'batchTokens',
  'flashAttention',
  'swaFullCache',
  'threads',
  'gpuBackend',
  'gpuLayers',
] as const satisfies readonly (keyof KvSettings)[]

export const measurable = (current: KvSettings, edited: KvSettings): KvSettings => ({
  ...current,
  ...Object.fromEntries(measured.map((field) => [field, edited[field]])),
})

export const lastMeasurable = (current: KvSettings, edited: KvSettings): keyof KvSettings | undefined =>
  measured.findLast((field) => current[field] !== edited[field])
