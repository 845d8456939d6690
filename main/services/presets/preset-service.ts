import { z } from 'zod'
import type { Preset, PresetSettings } from '../../../core/contract/settings/presets'
import type { ExportedFile } from '../../../core/contract/wire/exported-file'
import { freeName, presetFile, readPresetFile } from '../../../core/presets/preset-file'
import type { Preferences } from '../../store/preferences'
import type { PresetStore } from '../../store/presets'
import type { AppStateHolder } from '../common/app-state'

const usedKey = 'used-presets'
/** Preset IDs, indexed by model ID. */
const usedPresets = z.record(z.string(), z.string())

export class PresetService {
  constructor(
    private readonly store: PresetStore,
    private readonly preferences: Preferences,
    private readonly state: Pick<AppStateHolder, 'changed'>,
  ) {}

  list(): Preset[] {
    return this.store.list()
  }

  /** Throws `preset-name-taken`. */
  save(name: string, settings: PresetSettings): Preset {
    return this.changed(this.store.add(name, settings))
  }

  /** Throws `preset-not-found` and `preset-name-taken`. */
  change(id: string, change: { readonly name?: string | undefined; readonly settings?: PresetSettings | undefined }): Preset {
    return this.changed(this.store.change(id, change))
  }

  used(modelId: string): string | null {
    const used = this.usedByModel[modelId]
    return this.store.list().find(({ id }) => id === used)?.id ?? null
  }

  /** Throws `preset-not-found`. */
  use(modelId: string, id: string): void {
    this.store.read(id)
    this.preferences.set(usedKey, { ...this.usedByModel, [modelId]: id })
    this.changed(undefined)
  }

  remove(id: string): void {
    this.store.remove(id)
    this.preferences.set(usedKey, Object.fromEntries(Object.entries(this.usedByModel).filter(([, used]) => used !== id)))
    this.changed(undefined)
  }

  /** Throws `preset-not-found`. */
  export(id: string): ExportedFile {
    return presetFile(this.store.read(id))
  }

  /** An imported preset replaces no other one. Throws `preset-refused`. */
  import(fileName: string, text: string): Preset {
    const { name, settings } = readPresetFile(fileName, text)
    const taken = this.store.list().map((preset) => preset.name)
    return this.save(freeName(name, taken), settings)
  }

  private get usedByModel(): Readonly<Record<string, string>> {
    return usedPresets.safeParse(this.preferences.get(usedKey)).data ?? {}
  }

  private changed<T>(result: T): T {
    this.state.changed('settings')
    return result
  }
}
