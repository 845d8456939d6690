import { createStore } from 'zustand/vanilla'
import type { Transfer } from '../../../core/contract/models/library'
import { addressOf, type RecommendedModel } from '../../../core/recommended/recommended-models'
import { appStore } from '../../client/app-store'
import { act, libraryStore } from '../library/library-store'
import { load } from '../library/model-actions'

/** The address of the model that is loaded as soon as its download is complete. The last choice counts. */
export const recommendedStore = createStore<{ readonly wanted: string | undefined }>(() => ({ wanted: undefined }))

export async function getRecommended(model: RecommendedModel): Promise<void> {
  const { library } = libraryStore.getState()
  if (!library) return
  const url = addressOf(model, library.network.hub)
  recommendedStore.setState({ wanted: url })
  if (!(await act((host) => host.library.download({ url })))) recommendedStore.setState({ wanted: undefined })
}

export const goOnline = (): Promise<boolean> => act((host) => host.library.setOffline({ isOffline: false }))

/** Loads the wanted model once it has arrived. An answer that is being written is not interrupted: the list then offers to load it. */
export function loadArrived(transfers: readonly Transfer[]): void {
  const { wanted } = recommendedStore.getState()
  const arrived = transfers.find(({ source, status, modelId }) => source === wanted && status === 'done' && modelId !== null)
  if (!arrived?.modelId) return
  recommendedStore.setState({ wanted: undefined })
  if (appStore.getState().app?.turns.length === 0) void load(arrived.modelId)
}
