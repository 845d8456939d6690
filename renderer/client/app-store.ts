import { createStore } from 'zustand/vanilla'
import type { AppState } from '../../core/contract/app/app-state'
import type { AppCommand } from '../../core/contract/commands/app-commands'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import type { HostInfo } from '../../core/contract/host'
import type { ModelFile } from '../../core/contract/models/models'
import { follow } from '../../core/streams/follow'
import { connectEngine, connectHost, type EngineClient, type HostClient } from './transport'

export interface AppStoreState {
  readonly host: HostClient | undefined
  readonly engine: EngineClient | undefined
  readonly info: HostInfo | undefined
  readonly app: AppState | undefined
  readonly models: readonly ModelFile[]
  readonly away: Failure | undefined
}

export const appStore = createStore<AppStoreState>(() => ({
  host: undefined,
  engine: undefined,
  info: undefined,
  app: undefined,
  models: [],
  away: undefined,
}))

const connectMs = 10_000

/** Throws `not-connected`. */
export function connectedHost(): Promise<HostClient> {
  const { host } = appStore.getState()
  if (host) return Promise.resolve(host)
  return new Promise((resolve, reject) => {
    const stop = appStore.subscribe(({ host: connected }) => {
      if (!connected) return
      clearTimeout(timer)
      stop()
      resolve(connected)
    })
    const timer = setTimeout(() => {
      stop()
      reject(coded('not-connected', {}))
    }, connectMs)
  })
}

const stateMs = 50
const reconnectMs = 500

const commandListeners = new Set<(command: AppCommand) => void>()
export function onCommand(listener: (command: AppCommand) => void): () => void {
  commandListeners.add(listener)
  return () => commandListeners.delete(listener)
}

/** Returns only if connecting again can never succeed. */
export async function keepConnected(): Promise<void> {
  for (;;) {
    const away = await followApp().catch((error: unknown): Failure => {
      console.warn('connection lost', error)
      return failureOf(error) ?? notConnected
    })
    // The engine's streams ended with the connection.
    enginePid = undefined
    appStore.setState({ host: undefined, engine: undefined, away })
    if (away.code === 'link-outdated') return
    await new Promise((resolve) => setTimeout(resolve, reconnectMs))
  }
}

const notConnected: Failure = { code: 'not-connected', facts: {} }

async function followApp(): Promise<Failure> {
  const { client } = await connectHost()
  const info = await client.info()
  appStore.setState({ host: client, info, away: undefined })
  void listenToCommands(client).catch(() => {})
  let modelsRevision = -1
  for await (const app of follow(client, client.followState, { everyMs: stateMs })) {
    appStore.setState({ app })
    followEngine(app)
    if (app.revisions.models !== modelsRevision) {
      modelsRevision = app.revisions.models
      void client.models.list().then(
        (models) => appStore.setState({ models }),
        (error: unknown) => console.warn('models', error),
      )
    }
  }
  return notConnected
}

async function listenToCommands(client: HostClient): Promise<void> {
  for await (const { command } of follow(client, client.followCommands, { everyMs: stateMs }))
    for (const listener of commandListeners) listener(command)
}

let enginePid: number | undefined
function followEngine({ engine }: AppState): void {
  const pid = engine.status === 'ready' ? engine.info.pid : undefined
  if (pid === enginePid) return
  enginePid = pid
  appStore.setState({ engine: undefined })
  if (pid === undefined) return
  void connectEngine().then(
    (connection) => {
      if (enginePid === pid) appStore.setState({ engine: connection.client })
      void connection.closed.then(() => {
        if (enginePid !== pid) return
        enginePid = undefined
        appStore.setState({ engine: undefined })
      })
    },
    (error: unknown) => {
      console.warn('no connection to the engine', error)
      if (enginePid === pid) enginePid = undefined
    },
  )
}
