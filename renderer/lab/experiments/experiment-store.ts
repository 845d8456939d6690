import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BudgetsFound, LabWork } from '../../../core/contract/lab/lab'
import type { ExperimentName, ExperimentResult } from '../../../core/lab/experiments/experiment'
import { follow } from '../../../core/streams/follow'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'

export interface ExperimentState {
  readonly modelId: string | null
  readonly running: { readonly name: ExperimentName; readonly share: number; readonly work: LabWork } | null
  readonly results: Readonly<Partial<Record<ExperimentName, ExperimentResult>>>
  /** When the shown search for the smallest budgets was stored. null if this window ran it, or if none is shown. */
  readonly searched: Omit<BudgetsFound, 'result'> | null
  readonly trouble: { readonly name: ExperimentName; readonly failure: ShownFailure } | null
}

export const experimentStore = createStore<ExperimentState>(() => ({
  modelId: null,
  running: null,
  results: {},
  searched: null,
  trouble: null,
}))
const { setState, getState } = experimentStore
export const useExperiments = <T>(select: (state: ExperimentState) => T): T => useStore(experimentStore, select)
export const chooseModel = (modelId: string | null): void => setState({ modelId })
export const dismissTrouble = (): void => setState({ trouble: null })

const seed = 7
const progressMs = 300
let following = new AbortController()

/** Shows the stored search for the smallest budgets of this model. */
export async function recallBudgets(modelId: string | null): Promise<void> {
  try {
    const found = await (await connectedHost()).lab.smallestBudgets({ modelId, seed })
    if (!found || getState().modelId !== modelId || getState().running?.name === 'smallest-budget') return
    const { result, ...searched } = found
    setState(({ results }) => ({ results: { ...results, 'smallest-budget': result }, searched }))
  } catch (error) {
    console.warn('smallest budgets', error)
  }
}

export async function runExperiment(name: ExperimentName): Promise<void> {
  const own = new AbortController()
  following = own
  setState({ running: { name, share: 0, work: { kind: 'starting' } }, trouble: null })
  try {
    const host = await connectedHost()
    const request = { name, seed, modelId: getState().modelId, everyMs: progressMs }
    for await (const news of follow(host, host.lab.experiment, request, own.signal)) {
      if (following !== own) return
      if (news.type === 'progress') setState({ running: { name, share: news.share, work: news.work } })
      else
        setState(({ results, searched }) => ({
          running: null,
          results: { ...results, [name]: news.result },
          searched: name === 'smallest-budget' ? null : searched,
        }))
    }
    if (following === own) setState({ running: null })
  } catch (error) {
    if (following === own) setState({ running: null, trouble: own.signal.aborted ? null : { name, failure: shownFailure(error) } })
  }
}

export function cancelExperiment(): void {
  following.abort()
  setState({ running: null })
}
