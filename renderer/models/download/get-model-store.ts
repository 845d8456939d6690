import { createStore } from 'zustand/vanilla'
import type { FoundRepository, RemoteListing, RemoteModel, Transfer } from '../../../core/contract/models/library'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { type PlannedView, plannedView } from '../../planner/plan/planned-view'

export type RemotePlan =
  | { readonly status: 'reading' }
  | { readonly status: 'planned'; readonly view: PlannedView; readonly trainedTokens: number }
  | { readonly status: 'failed'; readonly failure: ShownFailure }

export interface GetModelState {
  readonly address: string
  readonly isLooking: boolean
  readonly listing: RemoteListing | undefined
  /** undefined unless the last lookup was a search. */
  readonly found: readonly FoundRepository[] | undefined
  readonly machine: PlanMachine | undefined
  /** Indexed by model URL. */
  readonly plans: Readonly<Record<string, RemotePlan>>
  readonly trouble: ShownFailure | undefined
  /** Tries again what failed because the server could not be reached. */
  readonly again: (() => Promise<void>) | undefined
  readonly isPlanning: boolean
  /** Model ids of finished downloads, indexed by the URL without its query. */
  readonly arrived: Readonly<Record<string, string>>
}
export const getModelStore = createStore<GetModelState>(() => ({
  address: '',
  isLooking: false,
  listing: undefined,
  found: undefined,
  machine: undefined,
  plans: {},
  trouble: undefined,
  again: undefined,
  isPlanning: false,
  arrived: {},
}))
const { setState, getState } = getModelStore

export const setAddress = (address: string): void => setState({ address })
export const dismissGetTrouble = (): void => setState({ trouble: undefined, again: undefined })

const troubleFrom = (error: unknown, again: () => Promise<void>): Pick<GetModelState, 'trouble' | 'again'> => {
  const trouble = shownFailure(error)
  return { trouble, again: trouble !== 'unexpected' && trouble.code === 'url-unreachable' ? again : undefined }
}

/** A header with its vocabulary is about 10 MB, so the files of a longer list are planned on request. */
const plannedAtOnce = 3

let looking: AbortController | undefined

/** An address contains a slash or a colon. */
export const isSearch = (address: string): boolean => !/[/:]/.test(address)

export async function lookUp(): Promise<void> {
  looking?.abort()
  const mine = new AbortController()
  looking = mine
  const { address } = getState()
  setState({ isLooking: true, isPlanning: false, trouble: undefined, again: undefined, listing: undefined, found: undefined, plans: {} })
  try {
    const host = await connectedHost()
    if (isSearch(address)) {
      const found = await host.library.search({ words: address }, { signal: mine.signal })
      if (!mine.signal.aborted) setState({ found, isLooking: false })
      return
    }
    const [listing, machine] = await Promise.all([
      host.library.browse({ address }, { signal: mine.signal }),
      host.plan.machine({ reading: 'held' }),
    ])
    if (mine.signal.aborted) return
    setState({ listing, machine, isLooking: false })
    await planEach(wantedAtOnce(listing.models), mine.signal)
  } catch (error) {
    if (!mine.signal.aborted) setState({ ...troubleFrom(error, lookUp), isLooking: false })
  }
}

export function stopLooking(): void {
  looking?.abort()
  setState({ isLooking: false, isPlanning: false })
}

export async function planAll(): Promise<void> {
  looking?.abort()
  const mine = new AbortController()
  looking = mine
  const { listing, plans } = getState()
  setState({ isPlanning: true })
  await planEach(listing?.models.filter(({ url }) => plans[url]?.status !== 'planned') ?? [], mine.signal)
  if (!mine.signal.aborted) setState({ isPlanning: false })
}

function wantedAtOnce(models: readonly RemoteModel[]): readonly RemoteModel[] {
  const named = models.filter(({ isNamed }) => isNamed)
  return named.length > 0 ? named : models.length <= plannedAtOnce ? models : []
}

/** All headers come from the same server, so they are read one at a time. */
async function planEach(models: readonly RemoteModel[], signal: AbortSignal): Promise<void> {
  for (const model of models) if (!signal.aborted) await planRemote(model)
}

export function noteArrived(transfers: readonly Transfer[]): void {
  const { arrived } = getState()
  const news = transfers.flatMap(({ kind, source, modelId }) =>
    kind === 'download' && modelId !== null && arrived[source] !== modelId ? [[source, modelId] as const] : [],
  )
  if (news.length > 0) setState({ arrived: { ...arrived, ...Object.fromEntries(news) } })
}

export async function planRemote({ url }: RemoteModel): Promise<void> {
  const show = (plan: RemotePlan) => setState(({ plans }) => ({ plans: { ...plans, [url]: plan } }))
  show({ status: 'reading' })
  try {
    const host = await connectedHost()
    const subject = await host.plan.inspect({ kind: 'location', location: url })
    const view = plannedView(subject, defaultKvSettings, 'f16', getState().machine ?? null)
    show({ status: 'planned', view, trainedTokens: subject.shape.trainedTokens })
  } catch (error) {
    show({ status: 'failed', failure: shownFailure(error) })
  }
}

export async function download(model: RemoteModel): Promise<void> {
  try {
    await (await connectedHost()).library.download({ url: model.url })
    dismissGetTrouble()
  } catch (error) {
    setState(troubleFrom(error, () => download(model)))
  }
}
