/** The API server of the app. The preference `api` turns it on and off. */
import type { ApiStatus } from '../../../core/contract/app/api'
import type { PreferenceValues } from '../../../core/contract/app/preference-values'
import { CodedError, coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { HostInfo } from '../../../core/contract/host'
import { modelIdOf } from '../../../core/serve/model-id'
import type { Emitter } from '../../../core/streams/emitter'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { messageOf } from '../../../core/text/message-of'
import { EngineService, type ServedEngine } from '../../serve/engine-service'
import { type ApiServer, startApiServer } from '../../serve/http/api-server'
import { dialects } from '../../serve/http/dialects'
import { listenFailure } from '../../serve/http/listen-failure'
import { networkAddresses } from '../../serve/http/network-addresses'
import { addKey, readKeys, revokeKey } from '../../serve/keys/key-file'
import { ledgerRoutes } from '../../serve/ledger/ledger-routes'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { ModelSettings } from '../models/model-settings'
import type { RequestLedger } from '../requests/request-ledger'
import type { PrefixService } from '../sessions/prefix-service'

/**
 * On the first start, Headroom takes the first free one, or with 0 any that the system offers. Clients keep the address, so the port is stored,
 * and never replaced afterwards.
 */
const firstPorts = [...Array.from({ length: 10 }, (_, index) => 8080 + index), 0]
const allInterfaces = '0.0.0.0'

interface Listening {
  /** null on the first start. */
  readonly port: number | null
  readonly isOnNetwork: boolean
}

interface ApiParts {
  readonly info: Pick<HostInfo, 'version' | 'dataFolder'>
  readonly state: AppStateHolder
  readonly supervisor: Pick<Supervisor, 'engine'>
  readonly settings: Pick<ModelSettings, 'read'>
  readonly preferences: {
    readonly values: PreferenceValues
    readonly changed: Emitter<PreferenceValues>
    write(values: Partial<PreferenceValues>): void
  }
  readonly prefixes: Pick<PrefixService, 'read'>
  /** `headroom requests tail` reads it. */
  readonly ledger: RequestLedger
}

export class ApiService {
  private readonly service: EngineService
  private readonly changes = new SerialQueue()
  private server: ApiServer | undefined
  /** What the server was started with. */
  private served: Listening | undefined
  private failure: Failure | null = null
  private isClosed = false
  private loaded: { readonly context: object; readonly atMs: number } | undefined

  constructor(private readonly parts: ApiParts) {
    this.service = new EngineService({
      version: parts.info.version,
      engine: () => this.engine(),
      obstacle: () => {
        const { model } = parts.state.value
        if (model.status === 'loading') return { code: 'api-model-loading', facts: { model: model.file.name } }
        if (model.status !== 'server') return undefined
        return { code: 'api-model-on-server', facts: { model: model.server.model, server: model.server.name } }
      },
      tiers: async () => (await parts.prefixes.read()).tiers,
      checksModel: () => parts.preferences.values.apiChecksModel,
      remedies: () => {
        const { apiRemovesHeader, apiSortsTools } = parts.preferences.values
        return { removeHeader: apiRemovesHeader, sortTools: apiSortsTools }
      },
    })
    parts.ledger.follow(this.service.news)
    parts.preferences.changed.listen(() => void this.follow())
    void this.follow()
  }

  read(): ApiStatus {
    const keys = readKeys(this.parts.info.dataFolder).map(({ name, ending, createdAtMs }) => ({ name, ending, createdAtMs }))
    const { server } = this
    const network =
      server && this.served?.isOnNetwork
        ? networkAddresses().map(({ name, address }) => ({ name, url: `http://${address}:${server.port}` }))
        : []
    return { url: server?.url ?? null, network, failure: this.failure, keys }
  }

  makeKey(name: string): string {
    const key = this.storing(() => addKey(this.parts.info.dataFolder, name))
    this.parts.state.changed('api')
    return key
  }

  revokeKey(name: string): void {
    this.storing(() => revokeKey(this.parts.info.dataFolder, name))
    this.parts.state.changed('api')
  }

  close(): Promise<void> {
    this.isClosed = true
    return this.changes.run(() => this.stop())
  }

  private follow(): Promise<void> {
    return this.changes.run(async () => {
      const { api, apiPort, apiOnNetwork } = this.parts.preferences.values
      const { server, served } = this
      if (this.isClosed || (!api && !server && !this.failure)) return
      const hasPort = served?.port === apiPort || server?.port === apiPort
      if (api && server && hasPort && served?.isOnNetwork === apiOnNetwork) return
      this.failure = null
      if (!api) await this.stop()
      else {
        this.server = undefined
        await server?.close()
        await this.start({ port: apiPort, isOnNetwork: apiOnNetwork })
        this.keepPort()
      }
      this.parts.state.changed('api')
    })
  }

  private async start(wanted: Listening): Promise<void> {
    const { info, ledger } = this.parts
    this.served = wanted
    for (const port of wanted.port === null ? firstPorts : [wanted.port])
      try {
        this.server = await startApiServer({
          service: this.service,
          port,
          ...(wanted.isOnNetwork ? { host: allInterfaces } : {}),
          keys: () => readKeys(info.dataFolder),
          dialects: [...dialects, ledgerRoutes(ledger)],
        })
        this.failure = null
        return
      } catch (error) {
        this.failure ??= listenFailure(error, port)
        if (this.failure.code !== 'api-port-in-use') return
      }
  }

  private keepPort(): void {
    const { server, parts } = this
    if (!server || this.isClosed || parts.preferences.values.apiPort !== null) return
    try {
      parts.preferences.write({ apiPort: server.port })
    } catch (error) {
      // The server runs. The store has reported what is wrong with the disk.
      if (!failureOf(error)) throw error
    }
  }

  private async stop(): Promise<void> {
    const { server } = this
    this.server = undefined
    await server?.close()
    await this.service.close()
  }

  private engine(): ServedEngine | undefined {
    const { supervisor, state, settings } = this.parts
    const { model } = state.value
    if (!supervisor.engine || model.status !== 'ready') return undefined
    const { file, model: loaded, context } = model
    if (this.loaded?.context !== context) this.loaded = { context, atMs: Date.now() }
    return {
      client: supervisor.engine.client,
      sampling: settings.read(file.id).sampling,
      release: supervisor.engine.info.release,
      model: {
        id: modelIdOf(file.path),
        path: file.path,
        loaded,
        sizeBytes: file.sizeBytes,
        contextTokens: context.contextTokens,
        sequences: context.sequences,
        loadedAtMs: this.loaded.atMs,
      },
    }
  }

  private storing<Result>(write: () => Result): Result {
    try {
      return write()
    } catch (error) {
      throw error instanceof CodedError ? error : coded('system-error', { quoted: messageOf(error) })
    }
  }
}
