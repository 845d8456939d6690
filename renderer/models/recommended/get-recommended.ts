import { createStore } from 'zustand/vanilla'
import type { Transfer } from '../../../core/contract/models/library'
import { addressOf, type RecommendedModel } from '../../../core/recommended/recommended-models'
import { appStore, connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { act, libraryStore } from '../library/library-store'
import { load } from '../library/model-actions'

export interface RecommendedState {
  /** The address of the model that is loaded as soon as its download is complete. The last choice counts. */
  readonly wanted: string | undefined
  /** Why the last download did not start. */
  readonly trouble: { readonly url: string; readonly failure: ShownFailure } | undefined
}
export const recommendedStore = createStore<RecommendedState>(() => ({ wanted: undefined, trouble: undefined }))
const { setState, getState } = recommendedStore

export async function getRecommended(model: RecommendedModel): Promise<void> {
  const { library } = libraryStore.getState()
  if (!library) return
  const url = addressOf(model, library.network.hub)
  setState({ wanted: url, trouble: undefined })
  try {
    await (await connectedHost()).library.download({ url })
  } catch (error) {
    setState({ wanted: undefined, trouble: { url, failure: shownFailure(error) } })
  }
}

export const forgetTrouble = (): void => setState({ trouble: undefined })

export const goOnline = (): Promise<boolean> => act((host) => host.library.setOffline({ isOffline: false }))

/** Loads the wanted model once it has arrived. An answer that is being written is not interrupted: the list then offers to load it. */
export function loadArrived(transfers: readonly Transfer[]): void {
  const { wanted } = getState()
  const arrived = transfers.find(({ source, status, modelId }) => source === wanted && status === 'done' && modelId !== null)
  if (!arrived?.modelId) return
  setState({ wanted: undefined })
  if (appStore.getState().app?.turns.length === 0) void load(arrived.modelId)
}
