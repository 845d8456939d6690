import { createStore } from 'zustand/vanilla'
import type { ImportCandidate } from '../../core/contract/models/library'
import { connectedHost } from '../client/app-store'
import { act, showTab } from './library/library-store'

export interface ImportState {
  readonly candidates: readonly ImportCandidate[] | undefined
  readonly isLooking: boolean
}
export const importStore = createStore<ImportState>(() => ({ candidates: undefined, isLooking: false }))
const { setState, getState } = importStore

export async function lookAt(paths: readonly string[]): Promise<void> {
  showTab('machine')
  setState({ isLooking: true })
  await act(async () => setState({ candidates: await (await connectedHost()).library.lookAt({ paths: [...paths] }) }))
  setState({ isLooking: false })
}

export const dismissImport = (): void => setState({ candidates: undefined })

export const newCandidates = (candidates: readonly ImportCandidate[]): ImportCandidate[] =>
  candidates.filter(({ sameAs }) => sameAs === null)

export async function take(how: 'link' | 'copy' | 'move'): Promise<void> {
  const candidates = newCandidates(getState().candidates ?? [])
  dismissImport()
  // Stops at the first failure, because the other files would probably fail for the same reason.
  await act(async (host) => {
    for (const { path } of candidates) await host.library.take({ path, how })
  })
}
