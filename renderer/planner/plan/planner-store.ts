import { createStore } from 'zustand/vanilla'
import type { ModelStatus } from '../../../core/contract/app/app-state'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { wantedContextTokens } from '../../../core/kv/kv-settings-plan'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { defaultFileType, type FileType } from '../../../core/plan/weights/file-types'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { kvChoices } from '../../settings/refused-choices'
import { modelChoice, type PlanChoice, readSubject } from './plan-choice'
import type { PlannerSettings } from './planner-settings'
import { noWhatIf, type WhatIf } from './what-if'

export interface ComparedSubject {
  readonly choice: PlanChoice
  readonly subject: PlanSubject
}

export type SliderField = keyof Pick<PlannerSettings, 'contextTokens' | 'sequences' | 'batchTokens'>

export interface PlannerState {
  readonly choice: PlanChoice | null
  /** True once the user has chosen a model or changed a setting. The plan then stops following the loaded model. */
  readonly isTheirs: boolean
  readonly subject: PlanSubject | null
  readonly reading: string | null
  readonly trouble: ShownFailure | null
  readonly comparisonTrouble: ShownFailure | null
  /** The invalid field. The plan uses its previous number. */
  readonly unread: SliderField | null
  readonly settings: PlannerSettings
  readonly fileType: FileType
  /** null until measured. */
  readonly machine: PlanMachine | null
  readonly compared: readonly ComparedSubject[]
  readonly whatIf: WhatIf
}

export const mostCompared = 3

export const plannerStore = createStore<PlannerState>(() => ({
  choice: null,
  isTheirs: false,
  subject: null,
  reading: null,
  trouble: null,
  comparisonTrouble: null,
  unread: null,
  settings: defaultKvSettings,
  fileType: defaultFileType,
  machine: null,
  compared: [],
  whatIf: noWhatIf,
}))
const { setState, getState } = plannerStore

export const dismissTrouble = (): void => setState({ trouble: null })
export const dismissComparisonTrouble = (): void => setState({ comparisonTrouble: null })
export const setUnread = (unread: SliderField | null): void => setState({ unread })
export const setFileType = (fileType: FileType): void => setState({ fileType })

export function setWhatIf(change: Partial<WhatIf>): void {
  setState(({ whatIf }) => ({ isTheirs: true, whatIf: { ...whatIf, ...change } }))
}

export function setSettings(change: Partial<PlannerSettings>): void {
  setState(({ settings }) => ({ isTheirs: true, settings: { ...settings, ...change } }))
}

let reading: AbortController | undefined

export function choose(choice: PlanChoice): Promise<void> {
  setState({ isTheirs: true })
  return planFor(choice)
}

/** The previous plan stays until the new one is ready. */
async function planFor(choice: PlanChoice): Promise<void> {
  reading?.abort()
  const mine = new AbortController()
  reading = mine
  setState({ reading: choice.name, trouble: null })
  try {
    const subject = await readSubject(choice, mine.signal)
    if (!mine.signal.aborted)
      setState(({ settings, whatIf }) => ({
        choice,
        subject,
        settings: fittingSettings(subject, settings),
        whatIf: { ...whatIf, shape: {} },
        reading: null,
      }))
  } catch (error) {
    if (!mine.signal.aborted) setState({ trouble: shownFailure(error), reading: null })
  }
}

/** If K and V are one tensor, both types are one setting. */
function fittingSettings({ shape }: PlanSubject, settings: PlannerSettings): PlannerSettings {
  const { typesAreOne } = kvChoices(shape, settings)
  return typesAreOne ? { ...settings, valueType: settings.keyType } : settings
}

/** Until `isTheirs`, follows the loaded model, or else the first model of the list. */
export async function follow(model: ModelStatus | undefined): Promise<void> {
  void readMachine('held')
  const { isTheirs, choice } = getState()
  if (isTheirs) return
  const loaded = model?.status === 'ready' || model?.status === 'loading' ? model : undefined
  const file = loaded?.file ?? appStore.getState().models.find(({ missing }) => !missing)
  if (!file || (!loaded && choice)) return
  if (loaded) setState({ settings: memorySettings(loaded.settings) })
  if (choice?.kind !== 'model' || choice.modelId !== file.id) await planFor(modelChoice(file))
  const { subject, settings } = getState()
  // `auto` did not fit, so the plan uses the context that was created.
  if (model?.status === 'ready' && subject && wantedContextTokens(settings, subject.shape) !== model.context.contextTokens)
    setState({ settings: { ...settings, contextTokens: model.context.contextTokens } })
}

function memorySettings({
  contextTokens,
  keyType,
  valueType,
  sequences,
  batchTokens,
  swaFullCache,
  flashAttention,
  gpuLayers,
  checkpointMebibytes,
}: KvSettings): PlannerSettings {
  return { contextTokens, keyType, valueType, sequences, batchTokens, swaFullCache, flashAttention, gpuLayers, checkpointMebibytes }
}

async function readMachine(reading: 'held' | 'new'): Promise<void> {
  try {
    const machine = await appStore.getState().host?.plan.machine({ reading })
    if (machine) setState({ machine })
  } catch (error) {
    console.warn('machine', error)
  }
}
export const readMachineAgain = (): Promise<void> => readMachine('new')

export async function compare(choice: PlanChoice): Promise<void> {
  try {
    const subject = await readSubject(choice)
    setState(({ compared }) => ({ compared: [...compared, { choice, subject }].slice(-mostCompared), comparisonTrouble: null }))
  } catch (error) {
    setState({ comparisonTrouble: shownFailure(error) })
  }
}

export const stopComparing = (at: number): void => setState(({ compared }) => ({ compared: compared.filter((_, index) => index !== at) }))
