import { z } from 'zod'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { type KvSettings, kvSettings } from '../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingSettings, samplingSettings } from '../../core/contract/settings/sampling'
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
    const kv = fieldByField(kvSettings, row.kv, defaultKvSettings, 'kv')
    const sample = fieldByField(samplingSettings, row.sampling, defaults, 'sampling')
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

function fieldByField<Shape extends z.ZodRawShape, T extends object>(
  schema: z.ZodObject<Shape>,
  json: string,
  defaults: T,
  allOfThem: string,
): { value: T; fellBack: string[] } {
  const stored = parse(json)
  if (!stored) return { value: defaults, fellBack: [allOfThem] }
  const fellBack: string[] = []
  const value = { ...defaults }
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!(name in stored)) continue
    const result = z.safeParse(field as z.ZodType, stored[name])
    if (result.success) Object.assign(value, { [name]: result.data })
    else fellBack.push(name)
  }
  return { value, fellBack }
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
