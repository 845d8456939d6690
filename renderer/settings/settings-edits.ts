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
  readonly sampling: Partial<SamplingSettings>
  /** Invalid text, indexed by field. */
  readonly typed: Readonly<Record<string, string>>
  /** The stored settings when the first change was made. */
  readonly base: StoredSettings | null
}

const noEdits: SettingsEdits = { kv: {}, sampling: {}, typed: {}, base: null }

export const settingsEditsStore = createStore<Readonly<Record<string, SettingsEdits>>>(() => ({}))
export const editsOf = (all: Readonly<Record<string, SettingsEdits>>, modelId: string): SettingsEdits => all[modelId] ?? noEdits

export const discardEdits = (modelId: string): void => settingsEditsStore.setState({ [modelId]: noEdits })

export function changeEdits(
  modelId: string,
  stored: StoredSettings,
  change: { readonly kv?: Partial<KvSettings>; readonly sampling?: Partial<SamplingSettings> },
): void {
  settingsEditsStore.setState((all) => {
    const edits = editsOf(all, modelId)
    const kv = differing({ ...edits.kv, ...change.kv }, stored.kv)
    const sampling = differing({ ...edits.sampling, ...change.sampling }, stored.sampling)
    return { [modelId]: { ...edits, kv, sampling, base: edits.base ?? stored } }
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

export const editedSettings = (stored: StoredSettings, { kv, sampling }: SettingsEdits): StoredSettings => ({
  kv: { ...stored.kv, ...kv },
  sampling: { ...stored.sampling, ...sampling },
})

/** Excludes settings that now equal the edits. */
export function changedMeanwhile(stored: StoredSettings, edits: SettingsEdits): string[] {
  if (!edits.base) return []
  const edited = editedSettings(stored, edits)
  const theirs = <T extends object>(now: T, before: T, own: Partial<T>, mine: T) =>
    Object.keys(differing(now, before)).filter((name) => !(name in own) || name in differing(now, mine))
  return [
    ...theirs(stored.kv, edits.base.kv, edits.kv, edited.kv),
    ...theirs(stored.sampling, edits.base.sampling, edits.sampling, edited.sampling),
  ]
}

function differing<T extends object>(values: Partial<T>, from: T): Partial<T> {
  const entries = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(from[name as keyof T]))
  return Object.fromEntries(entries) as Partial<T>
}
