import type { Preset, PresetSettings } from '../../../core/contract/settings/presets'
import type { ExportedFile } from '../../../core/contract/wire/exported-file'
import { freeName, presetFile, readPresetFile } from '../../../core/presets/preset-file'
import type { PresetStore } from '../../store/presets'
import type { AppStateHolder } from '../common/app-state'

export class PresetService {
  constructor(
    private readonly store: PresetStore,
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

  remove(id: string): void {
    this.store.remove(id)
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

  private changed<T>(result: T): T {
    this.state.changed('settings')
    return result
  }
}
