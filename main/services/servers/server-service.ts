import { assertGrammar } from '../../../core/answer-grammar/assert-grammar'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ConnectedServer, SavedServer } from '../../../core/contract/remote/servers'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { ServerAddress, ServerFacts, ServerStatus } from '../../../core/remote/server-facts'
import { SerialQueue } from '../../../core/streams/serial-queue'
import type { Network } from '../../library/network/network'
import type { FindProxy } from '../../library/network/proxy'
import { shownUrl } from '../../library/network/remote-url'
import { discover } from '../../remote/discover'
import { readStatus, type ServerReading } from '../../remote/read-status'
import { typedAddress } from '../../remote/typed-address'
import { type ServerRow, type ServerStore, settingsIdOf } from '../../store/servers'
import type { StartEngine } from '../../supervisor/engine-process'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { ModelService } from '../models/model-service'
import type { ModelSettings } from '../models/model-settings'
import { assertKey, type ServerKeys } from './server-keys'

export interface ServerOptions {
  readonly store: ServerStore
  readonly keys: ServerKeys
  readonly network: Network
  readonly findProxy: FindProxy
  readonly supervisor: Supervisor
  readonly startRemoteEngine: StartEngine
  readonly models: Pick<ModelService, 'saveAndUnload'>
  readonly settings: Pick<ModelSettings, 'read' | 'write'>
  readonly state: AppStateHolder
}

/** Readings of several windows within this time are one. */
const freshMs = 1000
const never = new AbortController().signal

export class ServerService {
  private readonly connections = new SerialQueue()
  private address: ServerAddress | undefined
  private reading: ServerReading | null = null
  private pending: Promise<ServerReading> | undefined

  constructor(private readonly options: ServerOptions) {}

  list(): SavedServer[] {
    return this.options.store.list().map((row) => this.described(row))
  }

  check(
    { id, url, key }: { id?: string | undefined; url: string; key?: string | null | undefined },
    signal: AbortSignal | undefined,
  ): Promise<ServerFacts> {
    const typed = typedAddress(url, key ?? null)
    const row = id === undefined ? undefined : this.options.store.read(id)
    // A saved key goes only to the address that it was saved for.
    const isSaved = key === undefined && row?.url === typed.url
    return discover(this.options.network, isSaved ? { ...typed, key: this.options.keys.find(row).key } : typed, signal ?? never)
  }

  save({ id, name, url, key }: { id?: string | undefined; name: string; url: string; key?: string | null | undefined }): SavedServer {
    const { store, keys, state } = this.options
    const { url: typed } = typedAddress(url, null)
    assertKey(key ?? '')
    const title = name.trim() || new URL(typed).host
    const before = id === undefined ? undefined : store.read(id)
    const row = id === undefined ? store.add(title, typed) : store.change(id, title, typed)
    if (key !== undefined) keys.set(row.id, key || null)
    else if (before && before.url !== typed) keys.set(row.id, null)
    state.changed('models')
    return this.described(store.read(row.id))
  }

  remove(id: string): void {
    const { store, keys, state } = this.options
    store.remove(id)
    keys.forget(id)
    if (this.connected?.id === id) this.disconnect()
    state.changed('models')
  }

  /** The loaded model stays until the server has answered. */
  connect(id: string, model: string): Promise<void> {
    return this.connections.run(() => this.connectNow(id, model))
  }

  private async connectNow(id: string, model: string): Promise<void> {
    const { store, keys, network, models, supervisor, startRemoteEngine, findProxy, state } = this.options
    const row = store.read(id)
    const { url, name } = row
    const address = { url, key: keys.find(row).key }
    const facts = await discover(network, address, never)
    if (facts.models.length > 0 && !facts.models.some((listed) => listed.id === model))
      throw coded('server-model-missing', { url: shownUrl(new URL(url)), model, quoted: '' })
    state.assertNotComparing()
    await models.saveAndUnload()
    supervisor.setWorkload(JSON.stringify(['server', id, model]))
    const engine = await supervisor.ensure('cpu', startRemoteEngine)
    const proxy = (await findProxy(new URL(url)))?.href ?? null
    await engine.client.connectServer({ address, kind: facts.kind, model, proxy, isOffline: false })
    this.address = address
    this.reading = null
    state.update({ model: { status: 'server', server: { id, name, url, model, facts } } })
    store.used(id, model)
    state.changed('models')
  }

  disconnect(): void {
    if (!this.connected) return
    this.address = undefined
    this.options.state.update({ model: { status: 'none' } })
    this.options.supervisor.dismiss()
  }

  /** The engine of the server ends, so that nothing leaves this machine. */
  wentOffline(): void {
    const server = this.connected
    if (!server) return
    this.disconnect()
    const failure = { code: 'offline' as const, facts: { url: shownUrl(new URL(server.url)), isForced: false } }
    this.options.state.update({ model: { status: 'failed', file: null, settings: null, failure } })
  }

  /** Throws `no-model-loaded` and the errors of `readStatus`. */
  async status(): Promise<ServerStatus> {
    const { connected, address } = this
    if (!connected || !address) throw coded('no-model-loaded', {})
    if (this.reading && performance.now() - this.reading.status.atMs < freshMs) return this.reading.status
    this.pending ??= readStatus(this.options.network, address, connected.facts, this.reading, never).finally(() => {
      this.pending = undefined
    })
    const reading = await this.pending
    if (this.address === address) this.reading = reading
    return reading.status
  }

  /** Throws `server-not-saved`. */
  settingsOf(id: string): SamplingSettings {
    this.options.store.read(id)
    return this.options.settings.read(settingsIdOf(id)).sampling
  }

  saveSettings(id: string, sampling: SamplingSettings): void {
    this.options.store.read(id)
    if (sampling.grammar?.kind === 'gbnf') throw coded('server-lacks-feature', { feature: 'gbnf-grammar' })
    if (sampling.grammar) assertGrammar(sampling.grammar)
    this.options.settings.write(settingsIdOf(id), { kv: defaultKvSettings, sampling })
  }

  private get connected(): ConnectedServer | undefined {
    const { model } = this.options.state.value
    return model.status === 'server' ? model.server : undefined
  }

  private described(row: ServerRow): SavedServer {
    const { id, name, url, model } = row
    return { id, name, url, model, key: this.options.keys.find(row).source }
  }
}
