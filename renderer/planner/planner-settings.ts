/** The settings that a plan is made for: those of a model that decide about memory. */
import type { CacheShape } from '../../core/kv/cache-shape'
import { type PlannedSettings, wantedContextTokens } from '../../core/kv/kv-settings-plan'
import type { BillSettings } from '../../core/plan/bill'

export interface PlannerSettings extends PlannedSettings {
  readonly gpuLayers: number | 'auto'
}

/** What a model that nobody has set anything for is loaded with. */
export const usualSettings: PlannerSettings = {
  contextTokens: 'auto',
  keyType: 'f16',
  valueType: 'f16',
  sequences: 1,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: 'auto',
  gpuLayers: 'auto',
}

export const billSettings = (shape: CacheShape, settings: PlannerSettings): BillSettings => ({
  ...settings,
  contextTokens: wantedContextTokens(settings, shape),
})
