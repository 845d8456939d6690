/**
 * Unapplied changes of the settings form, per model, kept while the window lives. A draft holds only changes: untouched settings follow
 * what is stored, even if another window stores it.
 */
import { createStore } from 'zustand/vanilla'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../core/contract/settings/sampling'

export interface StoredSettings {
  readonly kv: KvSettings
  readonly sampling: SamplingSettings
}
export interface SettingsDraft {
  readonly kv: Partial<KvSettings>
  readonly sampling: Partial<SamplingSettings>
  /** Invalid text of number fields, by field. */
  readonly typed: Readonly<Record<string, string>>
  /** The stored settings when the first change was made. */
  readonly base: StoredSettings | null
}

const noDraft: SettingsDraft = { kv: {}, sampling: {}, typed: {}, base: null }

const drafts = createStore<Readonly<Record<string, SettingsDraft>>>(() => ({}))
export const draftStore = drafts
export const draftOf = (all: Readonly<Record<string, SettingsDraft>>, modelId: string): SettingsDraft => all[modelId] ?? noDraft

export const forgetDraft = (modelId: string): void => drafts.setState({ [modelId]: noDraft })

/** A change back to the stored value is removed from the draft. */
export function changeDraft(
  modelId: string,
  stored: StoredSettings,
  change: { readonly kv?: Partial<KvSettings>; readonly sampling?: Partial<SamplingSettings> },
): void {
  drafts.setState((all) => {
    const draft = draftOf(all, modelId)
    const kv = differing({ ...draft.kv, ...change.kv }, stored.kv)
    const sampling = differing({ ...draft.sampling, ...change.sampling }, stored.sampling)
    return { [modelId]: { ...draft, kv, sampling, base: draft.base ?? stored } }
  })
}

/** `text` null: the field is valid again. */
export function keepTyped(modelId: string, field: string, text: string | null): void {
  drafts.setState((all) => {
    const draft = draftOf(all, modelId)
    const { [field]: _, ...others } = draft.typed
    return { [modelId]: { ...draft, typed: text === null ? others : { ...others, [field]: text } } }
  })
}

export const editedSettings = (stored: StoredSettings, { kv, sampling }: SettingsDraft): StoredSettings => ({
  kv: { ...stored.kv, ...kv },
  sampling: { ...stored.sampling, ...sampling },
})

/** Names of settings that others have stored since the draft began, except where they now equal the draft. */
export function changedMeanwhile(stored: StoredSettings, draft: SettingsDraft): string[] {
  if (!draft.base) return []
  const edited = editedSettings(stored, draft)
  const theirs = <T extends object>(now: T, before: T, own: Partial<T>, mine: T) =>
    Object.keys(differing(now, before)).filter((name) => !(name in own) || name in differing(now, mine))
  return [
    ...theirs(stored.kv, draft.base.kv, draft.kv, edited.kv),
    ...theirs(stored.sampling, draft.base.sampling, draft.sampling, edited.sampling),
  ]
}

function differing<T extends object>(values: Partial<T>, from: T): Partial<T> {
  const entries = Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(from[name as keyof T]))
  return Object.fromEntries(entries) as Partial<T>
}
