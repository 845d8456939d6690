/** The form of a new comparison, kept while other screens are open. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { type CompareDraft, firstDraft, type PartName, type PresetName, presetParts } from './compare-draft'

export const draftStore = createStore<CompareDraft>(() => firstDraft)
const { setState } = draftStore

export const useDraft = <T>(select: (draft: CompareDraft) => T): T => useStore(draftStore, select)
export const changeDraft = (change: Partial<CompareDraft>): void => setState(change)
export const switchPart = (part: PartName, on: boolean): void => setState(({ isOn }) => ({ isOn: { ...isOn, [part]: on } }))
export const changePart = <Part extends PartName>(part: Part, change: Partial<CompareDraft[Part]>): void =>
  setState((draft) => ({ [part]: { ...draft[part], ...change } }))

export const applyPreset = (preset: PresetName, trainedTokens: number): void => setState(presetParts(preset, trainedTokens))

export const changeVariant = (at: number, change: Partial<KvSettings>): void =>
  setState(({ variants }) => ({ variants: variants.map((settings, index) => (index === at ? { ...settings, ...change } : settings)) }))
export const addVariants = (added: readonly KvSettings[]): void => setState(({ variants }) => ({ variants: [...variants, ...added] }))
export const removeVariant = (at: number): void => setState(({ variants }) => ({ variants: variants.filter((_, index) => index !== at) }))
/** Moves a setting to the front, which makes it the reference. */
export const makeReference = (at: number): void =>
  setState(({ variants }) => {
    const chosen = variants[at]
    return chosen ? { variants: [chosen, ...variants.filter((_, index) => index !== at)] } : {}
  })
