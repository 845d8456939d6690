/** What was looked up on the network, and what each model of it would take here. */
import { createStore } from 'zustand/vanilla'
import { defaultKvSettings } from '../../core/contract/kv-defaults'
import type { RemoteListing, RemoteModel } from '../../core/contract/library'
import type { Sentence } from '../../core/contract/sentences'
import type { PlanMachine } from '../../core/plan/machine'
import { connectedHost } from '../client/app-store'
import { sentenceFor } from '../client/failures'
import { type PlannedView, plannedView } from '../planner/planned-view'

export type RemotePlan =
  | { readonly status: 'reading' }
  | { readonly status: 'planned'; readonly view: PlannedView; readonly trainedTokens: number }
  | { readonly status: 'failed'; readonly sentence: Sentence }

export interface GetModelState {
  readonly address: string
  readonly isLooking: boolean
  readonly listing: RemoteListing | undefined
  readonly machine: PlanMachine | undefined
  /** By address of the model. */
  readonly plans: Readonly<Record<string, RemotePlan>>
  readonly trouble: Sentence | undefined
}
export const getModelStore = createStore<GetModelState>(() => ({
  address: '',
  isLooking: false,
  listing: undefined,
  machine: undefined,
  plans: {},
  trouble: undefined,
}))
const { setState, getState } = getModelStore

export const setAddress = (address: string): void => setState({ address })
export const dismissGetTrouble = (): void => setState({ trouble: undefined })

/** So few are planned without being asked: a header with its vocabulary is some 10 MB. */
const plannedAtOnce = 3

let looking: AbortController | undefined

/** Asks the hub, or the server of the address. */
export async function lookUp(): Promise<void> {
  looking?.abort()
  const mine = new AbortController()
  looking = mine
  const { address } = getState()
  setState({ isLooking: true, trouble: undefined, listing: undefined, plans: {} })
  try {
    const host = await connectedHost()
    const [listing, machine] = await Promise.all([host.library.browse({ address }, { signal: mine.signal }), host.plan.machine()])
    if (mine.signal.aborted) return
    setState({ listing, machine, isLooking: false })
    await planAll(listing.models, mine.signal)
  } catch (error) {
    if (!mine.signal.aborted) setState({ trouble: sentenceFor(error), isLooking: false })
  }
}

export function stopLooking(): void {
  looking?.abort()
  setState({ isLooking: false })
}

/** One after the other: they come from the same server. */
async function planAll(models: readonly RemoteModel[], signal: AbortSignal): Promise<void> {
  const named = models.filter(({ isNamed }) => isNamed)
  const wanted = named.length > 0 ? named : models.length <= plannedAtOnce ? models : []
  for (const model of wanted) if (!signal.aborted) await planRemote(model)
}

/** From the header of the remote file, as the planner does. */
export async function planRemote({ url }: RemoteModel): Promise<void> {
  const show = (plan: RemotePlan) => setState(({ plans }) => ({ plans: { ...plans, [url]: plan } }))
  show({ status: 'reading' })
  try {
    const host = await connectedHost()
    const subject = await host.plan.inspect({ kind: 'place', place: url })
    const view = plannedView(subject, defaultKvSettings, 'f16', getState().machine ?? null)
    show({ status: 'planned', view, trainedTokens: subject.shape.trainedTokens })
  } catch (error) {
    show({ status: 'failed', sentence: sentenceFor(error) })
  }
}

/** What is asked for is checked first, which takes a request or two. */
export async function download({ url }: RemoteModel): Promise<void> {
  try {
    await (await connectedHost()).library.download({ url })
    setState({ trouble: undefined })
  } catch (error) {
    setState({ trouble: sentenceFor(error) })
  }
}
