import { randomUUID } from 'node:crypto'
import { coded } from '../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../core/contract/settings/kv-defaults'
import { kvSettings } from '../../core/contract/settings/kv-settings'
import { type Preset, type PresetSettings, presetSettings } from '../../core/contract/settings/presets'
import { defaultPresetSampling } from '../../core/presets/preset-file'
import { fieldByField, parseStored } from './fields'
import type { Database } from './sqlite/database'

interface Row {
  readonly id: string
  readonly name: string
  readonly settings: string
}

export class PresetStore {
  constructor(private readonly db: Database) {}

  /** In alphabetical order. */
  list(): Preset[] {
    return this.db.all<Row & Record<string, unknown>>('SELECT id, name, settings FROM presets ORDER BY name').map(presetOf)
  }

  /** Throws `preset-not-found`. */
  read(id: string): Preset {
    const row = this.db.get<Row>('SELECT id, name, settings FROM presets WHERE id = ?', id)
    if (!row) throw coded('preset-not-found', {})
    return presetOf(row)
  }

  /** Throws `preset-name-taken`. */
  add(name: string, settings: PresetSettings): Preset {
    const id = randomUUID()
    this.assertFree(name, id)
    this.db.run('INSERT INTO presets (id, name, settings) VALUES (?, ?, ?)', id, name, JSON.stringify(settings))
    return this.read(id)
  }

  /** Throws `preset-not-found` and `preset-name-taken`. */
  change(id: string, { name, settings }: { readonly name?: string | undefined; readonly settings?: PresetSettings | undefined }): Preset {
    this.read(id)
    if (name !== undefined) {
      this.assertFree(name, id)
      this.db.run('UPDATE presets SET name = ? WHERE id = ?', name, id)
    }
    if (settings) this.db.run('UPDATE presets SET settings = ? WHERE id = ?', JSON.stringify(settings), id)
    return this.read(id)
  }

  remove(id: string): void {
    this.db.run('DELETE FROM presets WHERE id = ?', id)
  }

  private assertFree(name: string, id: string): void {
    if (this.db.get('SELECT id FROM presets WHERE name = ? AND id <> ?', name, id)) throw coded('preset-name-taken', { name })
  }
}

/** Fields that are missing or invalid have their defaults. */
function presetOf({ id, name, settings }: Row): Preset {
  const { shape } = presetSettings
  const stored = parseStored(settings)
  const { systemPrompt = null, kv, sampling } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>
  const prompt = shape.systemPrompt.safeParse(systemPrompt)
  return {
    id,
    name,
    settings: {
      systemPrompt: prompt.success ? prompt.data : null,
      kv: kv === null ? null : fieldByField(kvSettings, kv, defaultKvSettings, 'kv').value,
      sampling: fieldByField(shape.sampling, sampling, defaultPresetSampling, 'sampling').value,
    },
  }
}
