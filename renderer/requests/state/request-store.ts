import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { RequestCause } from '../../../core/contract/requests/request-causes'
import type { LedgerUpdate, RequestRecord, Simulation } from '../../../core/contract/requests/requests'
import { follow } from '../../../core/streams/follow'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { saveFile } from '../../client/save-file'
import { withNextFrame } from '../../client/shared-frame'
import type { HostClient } from '../../client/transport'
import { useApp } from '../../client/use-app'

export type RequestView = 'list' | 'timeline' | 'simulation'

export interface RequestFilter {
  readonly text: string
  /** null: all. */
  readonly client: string | null
  readonly cause: RequestCause | null
  readonly onlyLost: boolean
}

export interface RequestState {
  /** The records, the oldest first. undefined until the host has sent them. */
  readonly records: readonly RequestRecord[] | undefined
  readonly bodies: LedgerUpdate['bodies']
  readonly filter: RequestFilter
  readonly view: RequestView
  readonly selectedId: string | null
  readonly simulation: Simulation | undefined
  readonly isReplaying: boolean
  readonly trouble: ShownFailure | undefined
}

export const noFilter: RequestFilter = { text: '', client: null, cause: null, onlyLost: false }

export const requestStore = createStore<RequestState>(() => ({
  records: undefined,
  bodies: { count: 0, bytes: 0 },
  filter: noFilter,
  view: 'list',
  selectedId: null,
  simulation: undefined,
  isReplaying: false,
  trouble: undefined,
}))
const { setState, getState } = requestStore

export const useRequests = <T>(select: (state: RequestState) => T): T => useStore(requestStore, select)
export const setFilter = (change: Partial<RequestFilter>): void => setState(({ filter }) => ({ filter: { ...filter, ...change } }))
export const showView = (view: RequestView): void => setState({ view })
export const select = (selectedId: string | null): void => setState({ selectedId })
export const dismissTrouble = (): void => setState({ trouble: undefined })

const orTrouble = (work: Promise<void>): Promise<void> => work.catch((error: unknown) => setState({ trouble: shownFailure(error) }))

export const exportRequests = (): Promise<void> => orTrouble(connectedHost().then(async (host) => saveFile(await host.requests.export())))

export const clearRequests = (): Promise<void> =>
  orTrouble(
    connectedHost().then(async (host) => {
      await host.requests.clear()
      setState({ selectedId: null, simulation: undefined })
    }),
  )

export async function replay(): Promise<void> {
  setState({ isReplaying: true })
  await orTrouble(connectedHost().then(async (host) => setState({ simulation: await host.requests.simulate() })))
  setState({ isReplaying: false })
}

/** Each change of a request draws the list again. */
const everyMs = 250

export function useFollowedRequests(): void {
  const host = useApp((state) => state.host)
  useEffect(() => {
    if (!host) return
    const leaving = new AbortController()
    followLedger(host, leaving.signal).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn('requests', error)
    })
    return () => leaving.abort()
  }, [host])
}

async function followLedger(host: HostClient, signal: AbortSignal): Promise<void> {
  let known: readonly RequestRecord[] = []
  for await (const update of follow(host, host.requests.follow, { everyMs }, signal)) {
    known = merged(known, update)
    await withNextFrame(() => setState({ records: known, bodies: update.bodies }))
  }
}

export function merged(known: readonly RequestRecord[], { records, oldestNumber }: LedgerUpdate): readonly RequestRecord[] {
  const changed = new Map(records.map((record) => [record.id, record]))
  const kept = known.filter(({ number }) => number >= oldestNumber)
  const ids = new Set(kept.map(({ id }) => id))
  const all = [...kept.map((record) => changed.get(record.id) ?? record), ...records.filter(({ id }) => !ids.has(id))]
  // A refused request may have the ID of an earlier one.
  return all.toSorted((a, b) => a.number - b.number)
}

export const selectedRecord = ({ records, selectedId }: RequestState): RequestRecord | undefined =>
  selectedId === null ? undefined : records?.find(({ id }) => id === selectedId)

export const numberOf = (id: string | null): number | null => getState().records?.find((record) => record.id === id)?.number ?? null
