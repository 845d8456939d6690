import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { CompareVariant, ServerSetting } from '../../../core/contract/compare/compare-variants'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import {
  type ComparisonSetup,
  firstSetup,
  type PartName,
  type PresetModel,
  type PresetName,
  presetParts,
  usualNewWords,
} from './comparison-setup'

export const setupStore = createStore<ComparisonSetup>(() => firstSetup)
const { setState } = setupStore

export const useSetup = <T>(select: (setup: ComparisonSetup) => T): T => useStore(setupStore, select)
export const changeSetup = (change: Partial<ComparisonSetup>): void => setState(change)
export const switchPart = (part: PartName, on: boolean): void => setState(({ isOn }) => ({ isOn: { ...isOn, [part]: on } }))
export const changePart = <Part extends PartName>(part: Part, change: Partial<ComparisonSetup[Part]>): void =>
  setState((setup) => ({ [part]: { ...setup[part], ...change } }))

export const applyPreset = (preset: PresetName, model: PresetModel): void => setState(presetParts(preset, model))

/** Chooses the first model. Parts that the user changed before it was known stay as they are. */
export function startWith(model: PresetModel & { readonly id: string }): void {
  const setup = setupStore.getState()
  const parts = Object.entries(presetParts('quick', model)).filter(([part]) => setup[part as PartName] === firstSetup[part as PartName])
  setState({ modelId: model.id, ...Object.fromEntries(parts) })
}

export const changeVariant = (at: number, change: Partial<KvSettings> | Partial<ServerSetting>): void =>
  setState(({ variants }) => ({
    variants: variants.map((settings, index) => (index === at ? ({ ...settings, ...change } as CompareVariant) : settings)),
  }))
export const chooseServer = (at: number, { id, name }: { readonly id: string; readonly name: string }, model: string): void =>
  changeVariant(at, { serverId: id, serverName: name, model })
/** A server would answer a repeated prompt from its cache. */
export const addServerVariant = (): void =>
  setState(({ variants, latency }) => ({
    variants: [...variants, { name: '', serverId: '', serverName: '', model: '' }],
    latency: { ...latency, newWords: latency.newWords || usualNewWords },
  }))
export const addVariants = (added: readonly KvSettings[]): void => setState(({ variants }) => ({ variants: [...variants, ...added] }))
export const removeVariant = (at: number): void => setState(({ variants }) => ({ variants: variants.filter((_, index) => index !== at) }))
export const makeReference = (at: number): void =>
  setState(({ variants }) => {
    const chosen = variants[at]
    return chosen ? { variants: [chosen, ...variants.filter((_, index) => index !== at)] } : {}
  })
