/** The API server of the app. The preference `api` turns it on and off. */
import type { ApiStatus } from '../../../core/contract/app/api'
import type { PreferenceValues } from '../../../core/contract/app/preference-values'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { HostInfo } from '../../../core/contract/host'
import { modelIdOf } from '../../../core/serve/model-id'
import type { Emitter } from '../../../core/streams/emitter'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { messageOf } from '../../../core/text/message-of'
import { EngineService, type ServedEngine } from '../../serve/engine-service'
import { type ApiServer, startApiServer } from '../../serve/http/api-server'
import { dialects } from '../../serve/http/dialects'
import { addKey, readKeys, revokeKey } from '../../serve/keys/key-file'
import { ledgerRoutes } from '../../serve/ledger/ledger-routes'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { ModelSettings } from '../models/model-settings'
import type { RequestLedger } from '../requests/request-ledger'
import type { PrefixService } from '../sessions/prefix-service'

/** The first free one. Clients keep the address, so it should stay the same. */
const firstPort = 8080
const ports = 10

interface ApiParts {
  readonly info: Pick<HostInfo, 'version' | 'dataFolder'>
  readonly state: AppStateHolder
  readonly supervisor: Pick<Supervisor, 'engine'>
  readonly settings: Pick<ModelSettings, 'read'>
  readonly preferences: { readonly values: PreferenceValues; readonly changed: Emitter<PreferenceValues> }
  readonly firstPort?: number
  readonly prefixes: Pick<PrefixService, 'read'>
  /** `headroom requests tail` reads it. */
  readonly ledger: RequestLedger
}

export class ApiService {
  private readonly service: EngineService
  private readonly changes = new SerialQueue()
  private server: ApiServer | undefined
  private failure: Failure | null = null
  private loaded: { readonly context: object; readonly atMs: number } | undefined

  constructor(private readonly parts: ApiParts) {
    this.service = new EngineService({
      version: parts.info.version,
      engine: () => this.engine(),
      obstacle: () => {
        const { model } = parts.state.value
        return model.status === 'server'
          ? { code: 'api-model-on-server', facts: { model: model.server.model, server: model.server.name } }
          : undefined
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
    return { url: this.server?.url ?? null, failure: this.failure, keys }
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
    return this.changes.run(() => this.stop())
  }

  private follow(): Promise<void> {
    return this.changes.run(async () => {
      const isWanted = this.parts.preferences.values.api
      if (isWanted === (this.server !== undefined)) return
      this.failure = null
      if (isWanted) await this.start()
      else await this.stop()
      this.parts.state.changed('api')
    })
  }

  private async start(): Promise<void> {
    const { info, ledger, firstPort: first = firstPort } = this.parts
    for (let port = first; ; port++)
      try {
        this.server = await startApiServer({
          service: this.service,
          port,
          keys: () => readKeys(info.dataFolder),
          dialects: [...dialects, ledgerRoutes(ledger)],
        })
        return
      } catch (error) {
        const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
        if (isTaken && port > 0 && port < first + ports - 1) continue
        this.failure = { code: 'system-error', facts: { quoted: messageOf(error) } }
        return
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
