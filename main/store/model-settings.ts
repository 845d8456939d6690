import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { type KvSettings, kvSettings } from '../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingSettings, samplingSettings } from '../../core/contract/settings/sampling'
import { fieldByField, parseStored } from './fields'
import type { Database } from './sqlite/database'

export interface ModelSettings {
  readonly kv: KvSettings
  readonly sampling: SamplingSettings
  /** Names of settings that were reset. `kv` and `sampling` stand for all settings of that group. */
  readonly fellBack: readonly string[]
}

export class ModelSettingsStore {
  constructor(private readonly db: Database) {}

  read(modelId: string, sampling: Partial<SamplingSettings> = {}): ModelSettings {
    const row = this.db.get<{ kv: string; sampling: string }>('SELECT kv, sampling FROM model_settings WHERE model_id = ?', modelId)
    const defaults = { ...defaultSampling, ...sampling }
    if (!row) return { kv: defaultKvSettings, sampling: defaults, fellBack: [] }
    const kv = fieldByField(kvSettings, parseStored(row.kv), defaultKvSettings, 'kv')
    const sample = fieldByField(samplingSettings, parseStored(row.sampling), defaults, 'sampling')
    return { kv: kv.value, sampling: sample.value, fellBack: [...kv.fellBack, ...sample.fellBack] }
  }

  write(modelId: string, kv: KvSettings, sampling: SamplingSettings): void {
    this.db.run(
      'INSERT INTO model_settings (model_id, kv, sampling) VALUES (?, ?, ?) ON CONFLICT (model_id) DO UPDATE SET kv = excluded.kv, sampling = excluded.sampling',
      modelId,
      JSON.stringify(kv),
      JSON.stringify(sampling),
    )
  }
}
