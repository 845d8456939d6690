/** Contains only changes. All other settings follow the stored values, even if another window changes them. */
import { createStore } from 'zustand/vanilla'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../core/contract/settings/sampling'

export interface StoredSettings {
  readonly kv: KvSettings
  readonly sampling: SamplingSettings
}
export interface SettingsEdits {
  readonly kv: Partial<KvSettings>
  /** Changes that have not been stored yet: on their way, or not valid yet. */
  readonly sampling: Partial<SamplingSettings>
  /** Invalid text, indexed by field. */
  readonly typed: Readonly<Record<string, string>>
  /** The stored KV settings when the first change was made. */
  readonly base: KvSettings | null
}

const noEdits: SettingsEdits = { kv: {}, sampling: {}, typed: {}, base: null }

export const settingsEditsStore = createStore<Readonly<Record<string, SettingsEdits>>>(() => ({}))
export const editsOf = (all: Readonly<Record<string, SettingsEdits>>, modelId: string): SettingsEdits => all[modelId] ?? noEdits

export const discardEdits = (modelId: string): void => settingsEditsStore.setState({ [modelId]: noEdits })

/** Sampling edits are kept until they are stored, because `stored` may be older than an edit that is on its way. */
export function changeEdits(
  modelId: string,
  stored: StoredSettings,
  change: { readonly kv?: Partial<KvSettings>; readonly sampling?: Partial<SamplingSettings> },
): void {
  settingsEditsStore.setState((all) => {
    const edits = editsOf(all, modelId)
    const kv = differing({ ...edits.kv, ...change.kv }, stored.kv)
    const sampling = { ...edits.sampling, ...change.sampling }
    return { [modelId]: { ...edits, kv, sampling, base: change.kv ? (edits.base ?? stored.kv) : edits.base } }
  })
}

/** Forgets the edits that equal the stored settings. If no edit is on its way, keeps of the sampling edits only `unfit`. */
export function forgetStored(modelId: string, stored: StoredSettings, isSaving: boolean, unfit: readonly string[]): void {
  settingsEditsStore.setState((all) => {
    const edits = editsOf(all, modelId)
    const kv = differing(edits.kv, stored.kv)
    const left = Object.entries(differing(edits.sampling, stored.sampling)).filter(([name]) => isSaving || unfit.includes(name))
    const base = Object.keys(kv).length > 0 ? edits.base : null
    return { [modelId]: { ...edits, kv, sampling: Object.fromEntries(left), base } }
  })
}

/** `text` is null if the field is valid again. */
export function keepTyped(modelId: string, field: string, text: string | null): void {
  settingsEditsStore.setState((all) => {
    const edits = editsOf(all, modelId)
    const { [field]: _, ...others } = edits.typed
    return { [modelId]: { ...edits, typed: text === null ? others : { ...others, [field]: text } } }
  })
}

export const editedSettings = (stored: StoredSettings, { kv, sampling }: Pick<SettingsEdits, 'kv' | 'sampling'>): StoredSettings => ({
  kv: { ...stored.kv, ...kv },
  sampling: { ...stored.sampling, ...sampling },
})

/** The KV settings that another window stored. Excludes settings that now equal the edits. */
export function changedMeanwhile(stored: KvSettings, { base, kv }: SettingsEdits): string[] {
  if (!base) return []
  const mine = differing(stored, { ...stored, ...kv })
  return Object.keys(differing(stored, base)).filter((name) => !(name in kv) || name in mine)
}

function differing<T extends object>(values: Partial<T>, from: T): Partial<T> {
  const entries = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(from[name as keyof T]))
  return Object.fromEntries(entries) as Partial<T>
}
