import { assertGrammar } from '../../../core/answer-grammar/assert-grammar'
import type { ToolDefinition } from '../../../core/contract/chat/tools'
import type { PromptMessage } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ServerConnection } from '../../../core/contract/remote/connection'
import type { ConnectedServer, SavedServer } from '../../../core/contract/remote/servers'
import type { SamplingChange, SamplingSettings } from '../../../core/contract/settings/sampling'
import type { ServerAddress, ServerFacts, ServerStatus } from '../../../core/remote/server-facts'
import { remoteMessages, sendsReasoning } from '../../../core/remote/turn/remote-messages'
import { isThisMachine } from '../../../core/remote/typed-url'
import { SerialQueue } from '../../../core/streams/serial-queue'
import type { Network } from '../../library/network/network'
import type { FindProxy } from '../../library/network/proxy'
import { shownUrl } from '../../library/network/remote-url'
import { countPrompt } from '../../remote/count-prompt'
import { discover, withModelAbilities } from '../../remote/discover'
import { optional } from '../../remote/read-json'
import { readStatus, type ServerReading } from '../../remote/read-status'
import { assertKey } from '../../remote/server-key'
import { typedAddress } from '../../remote/typed-address'
import { type ServerRow, type ServerStore, settingsIdOf } from '../../store/servers'
import type { StartEngine } from '../../supervisor/engine-process'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { ModelService } from '../models/model-service'
import type { ModelSettings } from '../models/model-settings'
import type { ServerKeys } from './server-keys'

export interface ServerOptions {
  readonly store: ServerStore
  readonly keys: ServerKeys
  readonly network: Network
  readonly findProxy: FindProxy
  readonly supervisor: Supervisor
  readonly startRemoteEngine: StartEngine
  readonly models: Pick<ModelService, 'saveAndUnload' | 'lostServer'>
  readonly settings: Pick<ModelSettings, 'read' | 'change'>
  readonly state: AppStateHolder
}

interface TypedServer {
  readonly id?: string | undefined
  readonly url: string
  /** undefined: the saved key. */
  readonly key?: string | null | undefined
}

export interface ReachedServer {
  readonly facts: ServerFacts
  readonly connection: ServerConnection
}

interface Connection {
  readonly address: ServerAddress
  reading: ServerReading | null
  pending: Promise<ServerReading> | undefined
}

/** Readings of several windows within this time are one. */
const freshMs = 1000
const never = new AbortController().signal

export class ServerService {
  private readonly connections = new SerialQueue()
  private connection: Connection | undefined

  constructor(private readonly options: ServerOptions) {}

  list(): SavedServer[] {
    return this.options.store.list().map((row) => this.described(row))
  }

  check({ id, url, key }: TypedServer, signal: AbortSignal = never): Promise<ServerFacts> {
    const { store, keys, network } = this.options
    const typed = typedAddress(url, key ?? null)
    const row = id === undefined ? undefined : store.read(id)
    // A saved key goes only to the address that it was saved for.
    const saved = row?.url === typed.url ? row : undefined
    return discover(network, key === undefined ? { ...typed, key: keys.find(typed.url, saved).key } : typed, signal)
  }

  save({ id, name, url, key }: TypedServer & { readonly name: string }): SavedServer {
    const { store, keys, state } = this.options
    const typed = typedAddress(url, key ?? null)
    if (typed.key !== null) assertKey(typed.key)
    const title = name.trim() || new URL(typed.url).host
    const before = id === undefined ? undefined : store.read(id)
    const replaced = before && store.list().find((other) => other.url === typed.url && other.id !== before.id)
    const row = before ? store.change(before.id, title, typed.url) : store.add(title, typed.url)
    if (replaced) this.gone(replaced.id)
    if (key !== undefined || (before && before.url !== typed.url)) keys.set(row.id, typed.key)
    state.changed('models')
    return this.described(store.read(row.id))
  }

  remove(id: string): void {
    this.options.store.remove(id)
    this.gone(id)
    this.options.state.changed('models')
  }

  private gone(id: string): void {
    this.options.keys.forget(id)
    if (this.connected?.id === id) this.disconnect()
  }

  /** The loaded model stays until the server has answered. `signal` has no effect after that. */
  connect(id: string, model: string, signal: AbortSignal = never): Promise<void> {
    return this.connections.run(() => this.connectNow(id, model, signal))
  }

  private async connectNow(id: string, model: string, signal: AbortSignal): Promise<void> {
    const { store, models, supervisor, startRemoteEngine, state } = this.options
    const { name, url } = store.read(id)
    const { facts, connection } = await this.reach(id, model, signal)
    state.assertNotComparing()
    await models.saveAndUnload()
    supervisor.setWorkload(JSON.stringify(['server', id, model]))
    const engine = await supervisor.ensure('cpu', startRemoteEngine)
    await engine.client.connectServer(connection)
    try {
      this.assertOnline(id)
    } catch (error) {
      supervisor.dismiss()
      throw error
    }
    this.connection = { address: connection.address, reading: null, pending: undefined }
    state.update({ model: { status: 'server', server: { id, name, url, model, facts } } })
    store.used(id, model)
    state.changed('models')
  }

  /** Asks a server what it is, and whether it has the model. */
  async reach(id: string, model: string, signal: AbortSignal = never): Promise<ReachedServer> {
    const { store, keys, network, findProxy } = this.options
    const row = store.read(id)
    const address = { url: row.url, key: keys.find(row.url, row).key }
    const found = await discover(network, address, signal)
    signal.throwIfAborted()
    const url = new URL(row.url)
    if (found.models.length > 0 && !found.models.some((listed) => listed.id === model))
      throw coded('server-model-missing', { url: shownUrl(url), model, quoted: '' })
    const facts = await withModelAbilities(network, address, found, model, signal)
    const proxy = (await findProxy(url))?.href ?? null
    return { facts, connection: { address, kind: facts.kind, model, proxy, isOffline: false } }
  }

  /** Throws `server-not-saved`, `offline`. */
  assertOnline(id: string): void {
    const { store, network } = this.options
    network.assertOnline(new URL(store.read(id).url))
  }

  disconnect(): void {
    if (!this.connected) return
    this.connection = undefined
    this.options.state.update({ model: { status: 'none' } })
    this.options.supervisor.dismiss()
  }

  /** The engine of the server ends, so that nothing leaves this machine. A server on this machine stays connected. */
  wentOffline(): void {
    const server = this.connected
    if (!server || isThisMachine(new URL(server.url))) return
    this.disconnect()
    this.options.models.lostServer(server, { code: 'offline', facts: { url: shownUrl(new URL(server.url)), isForced: false } })
  }

  /** Throws `no-model-loaded` and the errors of `readStatus`. */
  async status(): Promise<ServerStatus> {
    const { connected, connection } = this
    if (!connected || !connection) throw coded('no-model-loaded', {})
    const { address, reading } = connection
    if (reading && performance.now() - reading.status.atMs < freshMs) return reading.status
    connection.pending ??= readStatus(this.options.network, address, connected.facts, reading, never).finally(() => {
      connection.pending = undefined
    })
    connection.reading = await connection.pending
    return connection.reading.status
  }

  /** The tokens of a prompt, without its images, as the connected server counts them. null if it does not. Throws `no-model-loaded`. */
  async countPrompt(messages: readonly PromptMessage[], tools: readonly ToolDefinition[]): Promise<number | null> {
    const { connected, connection } = this
    if (!connected || !connection) throw coded('no-model-loaded', {})
    const { kind } = connected.facts
    const prompt = { model: connected.model, messages: remoteMessages(messages, sendsReasoning(kind, null)), tools }
    return (await optional(countPrompt(this.options.network, connection.address, kind, prompt, never), never)) ?? null
  }

  /** Throws `server-not-saved`. */
  settingsOf(id: string): SamplingSettings {
    this.options.store.read(id)
    return this.options.settings.read(settingsIdOf(id)).sampling
  }

  changeSampling(id: string, change: SamplingChange): void {
    this.options.store.read(id)
    if (change.grammar?.kind === 'gbnf') throw coded('server-lacks-feature', { feature: 'gbnf-grammar' })
    if (change.grammar) assertGrammar(change.grammar)
    this.options.settings.change(settingsIdOf(id), { sampling: change })
  }

  private get connected(): ConnectedServer | undefined {
    const { model } = this.options.state.value
    return model.status === 'server' ? model.server : undefined
  }

  private described(row: ServerRow): SavedServer {
    const { id, name, url, model } = row
    return { id, name, url, model, key: this.options.keys.find(url, row).source }
  }
}
