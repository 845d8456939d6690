import { createStore } from 'zustand/vanilla'
import type { SavedServer } from '../../../core/contract/remote/servers'
import type { ServerFacts } from '../../../core/remote/server-facts'
import { connectedHost } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { showScreen } from '../../window/window-store'

/** What the dialog contains. */
export interface ServerForm {
  /** undefined for a new server. */
  readonly id: string | undefined
  readonly url: string
  readonly name: string
  /** undefined keeps the saved key. */
  readonly key: string | undefined
  readonly model: string
}

/** Saved, or connected. */
type NamedServer = Omit<SavedServer, 'key'>

export interface ServerState {
  readonly servers: readonly SavedServer[] | undefined
  readonly form: ServerForm | undefined
  /** What the server said about itself. undefined until it has been asked about the address in the form. */
  readonly facts: ServerFacts | undefined
  /** What the window waits for: the id of a server, or the dialog. */
  readonly waitsFor: string | undefined
  /** In the dialog if it is open. */
  readonly trouble: ShownFailure | undefined
}

export const serverStore = createStore<ServerState>(() => ({
  servers: undefined,
  form: undefined,
  facts: undefined,
  waitsFor: undefined,
  trouble: undefined,
}))
const { setState, getState } = serverStore

export const dialog = 'dialog'

export async function readServers(): Promise<void> {
  setState({ servers: await (await connectedHost()).servers.list() })
}

export const addServer = (): void => openForm({ id: undefined, url: '', name: '', key: undefined, model: '' })
export const editServer = ({ id, url, name, model }: NamedServer): void => openForm({ id, url, name, key: undefined, model: model ?? '' })
const openForm = (form: ServerForm): void => setState({ form, facts: undefined, trouble: undefined })

let asking = new AbortController()
/** Cancels what the dialog waits for. */
export function closeForm(): void {
  const { waitsFor } = getState()
  if (waitsFor === dialog) asking.abort()
  setState({ form: undefined, facts: undefined, waitsFor: waitsFor === dialog ? undefined : waitsFor, trouble: undefined })
}
export const dismissTrouble = (): void => setState({ trouble: undefined })

/** What was said about another address, or with another key, no longer counts. */
export const changeForm = (change: Partial<ServerForm>): void =>
  setState(({ form, facts }) => ({
    form: form && { ...form, ...change },
    ...('url' in change || 'key' in change ? { facts: undefined, trouble: undefined } : { facts }),
  }))

async function attempt(waitsFor: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const mine = new AbortController()
  const isCurrent = () => asking === mine && !mine.signal.aborted
  asking = mine
  setState({ waitsFor, trouble: undefined })
  try {
    await work(mine.signal)
  } catch (error) {
    if (isCurrent()) setState({ trouble: shownFailure(error) })
  } finally {
    if (isCurrent()) setState({ waitsFor: undefined })
  }
}

export const check = (): Promise<void> =>
  attempt(dialog, async (signal) => {
    const { form } = getState()
    if (!form) return
    const { id, url, key } = form
    const host = await connectedHost()
    const facts = await host.servers.check({ ...(id ? { id } : {}), url, ...(key === undefined ? {} : { key }) }, { signal })
    // The dialog was closed, or its address changed.
    if (getState().form?.url !== url || getState().form?.key !== key) return
    setState({ facts })
    changeForm({ model: suggested(facts, form.model) })
  })

function suggested({ models }: ServerFacts, wanted: string): string {
  const ids = models.map(({ id }) => id)
  if (ids.includes(wanted) || ids.length === 0) return wanted
  return models.find(({ state }) => state === 'loaded')?.id ?? ids[0] ?? wanted
}

export const saveAndConnect = (): Promise<void> =>
  attempt(dialog, async (signal) => {
    const { form } = getState()
    if (!form) return
    const { id, url, name, key, model } = form
    const host = await connectedHost()
    const saved = await host.servers.save({ ...(id ? { id } : {}), name, url, ...(key === undefined ? {} : { key }) })
    await host.servers.connect({ id: saved.id, model }, { signal })
    closeForm()
    showScreen('chat')
  })

/** Without a model that was used before, the dialog asks for one. */
export function connect(server: NamedServer): Promise<void> {
  const { id, model } = server
  if (model === null) {
    editServer(server)
    return check()
  }
  return attempt(id, async () => {
    await (await connectedHost()).servers.connect({ id, model })
    showScreen('chat')
  })
}

export const disconnect = async (): Promise<void> => {
  await (await connectedHost()).servers.disconnect()
}

export const remove = ({ id }: SavedServer): Promise<void> =>
  attempt(id, async () => {
    await (await connectedHost()).servers.remove({ id })
    closeForm()
  })
