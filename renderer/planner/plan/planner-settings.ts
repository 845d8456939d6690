import { type PlannedSettings, wantedContextTokens } from '../../../core/kv/kv-settings-plan'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import type { BillSettings } from '../../../core/plan/bill-part'

export interface PlannerSettings extends PlannedSettings {
  readonly gpuLayers: number | 'auto'
  readonly checkpointMebibytes?: number | 'auto'
}

export const billSettings = (shape: CacheShape, settings: PlannerSettings): BillSettings => ({
  ...settings,
  contextTokens: wantedContextTokens(settings, shape),
})
