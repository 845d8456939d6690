import { createStore } from 'zustand/vanilla'
import type { LibraryState } from '../../../core/contract/models/library'
import { follow } from '../../../core/streams/follow'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import type { HostClient } from '../../client/transport'
import type { FittingTokens, ListChoice } from './shown-models'

export type LibraryTab = 'machine' | 'get' | 'folders' | 'servers'

export interface LibraryStoreState {
  readonly tab: LibraryTab
  readonly library: LibraryState | undefined
  readonly choice: ListChoice
  readonly fitting: FittingTokens
  /** The context with which each model would load, indexed by model ID. */
  readonly loads: FittingTokens
  readonly trouble: ShownFailure | undefined
}
export const libraryStore = createStore<LibraryStoreState>(() => ({
  tab: 'machine',
  library: undefined,
  choice: { text: '', origin: 'all', sort: 'recent', kvType: 'f16' },
  fitting: {},
  loads: {},
  trouble: undefined,
}))
const { setState, getState } = libraryStore

export const showTab = (tab: LibraryTab): void => setState({ tab, trouble: undefined })
export const setChoice = (change: Partial<ListChoice>): void => setState(({ choice }) => ({ choice: { ...choice, ...change } }))
export const dismissLibraryTrouble = (): void => setState({ trouble: undefined })

const everyMs = 400

export function followLibrary(host: HostClient): () => void {
  const stop = new AbortController()
  void showLibrary(host, stop.signal).catch((error: unknown) => {
    if (!stop.signal.aborted) console.warn('library', error)
  })
  return () => stop.abort()
}

async function showLibrary(host: HostClient, signal: AbortSignal): Promise<void> {
  for await (const library of follow(host, host.library.follow, { everyMs }, signal)) {
    if (signal.aborted) return
    setState({ library })
  }
}

/** Shows a failure at the top of the screen. Returns true if the call succeeded. */
export async function act(work: (host: HostClient) => Promise<unknown>): Promise<boolean> {
  try {
    await work(await connectedHost())
    setState({ trouble: undefined })
    return true
  } catch (error) {
    setState({ trouble: shownFailure(error) })
    return false
  }
}

export const scan = (): Promise<boolean> => act((host) => host.library.scan())

/** The folders are scanned when the screen opens, but at most this often. */
const scanAgainMs = 60_000
let scannedAtMs = Number.NEGATIVE_INFINITY
export function scanIfDue(): void {
  if (performance.now() - scannedAtMs < scanAgainMs) return
  scannedAtMs = performance.now()
  void scan()
}

const askedFor = new Set<string>()
const askedAtOnce = 20

export async function learnFitting(modelIds: readonly string[]): Promise<void> {
  const wanted = modelIds.filter((id) => !askedFor.has(id)).slice(0, askedAtOnce)
  if (wanted.length === 0) return
  for (const id of wanted) askedFor.add(id)
  try {
    const found = await (await connectedHost()).library.fits({ modelIds: wanted })
    const learnt = Object.fromEntries(found.map(({ modelId, contextTokens }) => [modelId, contextTokens]))
    const loads = Object.fromEntries(found.map(({ modelId, loadsTokens }) => [modelId, loadsTokens]))
    setState({ fitting: { ...getState().fitting, ...learnt }, loads: { ...getState().loads, ...loads } })
  } catch (error) {
    for (const id of wanted) askedFor.delete(id)
    console.warn('[fits]', error)
    return
  }
  await learnFitting(modelIds)
}

/** Call it when free memory or settings may have changed. */
export function forgetFitting(): void {
  askedFor.clear()
}
