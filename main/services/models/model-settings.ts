import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingChange, type SamplingSettings } from '../../../core/contract/settings/sampling'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { ModelSettingsStore } from '../../store/model-settings'
import type { AppStateHolder } from '../common/app-state'

export interface SettingsOfModel {
  readonly kv: KvSettings
  readonly sampling: SamplingSettings
}

/** What is absent stays as it is stored. */
export interface SettingsChange {
  readonly kv?: KvSettings
  readonly sampling?: SamplingChange
}

export class ModelSettings {
  private readonly reported = new Set<string>()

  constructor(
    private readonly store: ModelSettingsStore,
    private readonly library: Pick<ModelLibrary, 'get' | 'recommendedSampling'>,
    private readonly state: AppStateHolder,
  ) {}

  /** Replaces invalid values with defaults, and reports them once. */
  read(modelId: string): SettingsOfModel {
    const { kv, sampling, fellBack } = this.store.read(modelId, this.library.recommendedSampling(modelId))
    const report = JSON.stringify([modelId, fellBack])
    if (fellBack.length > 0 && !this.reported.has(report)) {
      this.reported.add(report)
      this.state.notify({ code: 'settings-fell-back', facts: { names: fellBack } })
    }
    return { kv, sampling }
  }

  /** Throws `model-not-found`. */
  async readListed(modelId: string): Promise<SettingsOfModel & { readonly defaults: SamplingSettings }> {
    await this.library.get(modelId)
    return { ...this.read(modelId), defaults: { ...defaultSampling, ...this.library.recommendedSampling(modelId) } }
  }

  change(modelId: string, change: SettingsChange): void {
    const before = this.read(modelId)
    this.store.write(modelId, change.kv ?? before.kv, { ...before.sampling, ...given(change.sampling ?? {}) })
    this.state.changed('settings')
  }
}

/** A message port carries undefined, which JSON cannot store. */
export const given = (change: SamplingChange): Partial<SamplingSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
