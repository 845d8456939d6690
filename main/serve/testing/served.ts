/** An API server on an engine. Tests close it. */
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { follow } from '../../../core/streams/follow'
import { connectControl, type EngineClient } from '../../supervisor/engine-client'
import type { EngineProcess } from '../../supervisor/engine-process'
import { EngineService, type ServedEngine } from '../engine-service'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../http/api-server'
import { keyToStore } from '../keys/api-keys'

export const testKey = 'hr-test'

export interface Served {
  readonly server: ApiServer
  readonly service: EngineService
  readonly client: EngineClient
  readonly url: string
  /** With the key. */
  ask(path: string, body?: unknown, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export interface ServedOptions extends Partial<Pick<ApiServerOptions, 'keys' | 'limits' | 'dialects'>> {
  readonly modelPath?: string
  readonly contextTokens?: number
  readonly settings?: Partial<KvSettings>
  readonly sampling?: Partial<SamplingSettings>
  readonly mostWaiting?: number
  readonly checksModel?: boolean
  /** Changes what the server asks of the engine. */
  readonly wrap?: (client: EngineClient) => EngineClient
}

export async function served(process: EngineProcess, options: ServedOptions = {}): Promise<Served> {
  const {
    modelPath = '/models/fake.gguf',
    contextTokens = 512,
    settings = {},
    sampling = {},
    mostWaiting,
    checksModel = false,
    wrap = (unchanged) => unchanged,
    ...http
  } = options
  const client = connectControl(process)
  await client.start({ gpuBackend: 'cpu' })
  let engine: ServedEngine | undefined
  const service = new EngineService({
    version: '0',
    engine: () => engine,
    checksModel: () => checksModel,
    ...(mostWaiting === undefined ? {} : { mostWaiting }),
  })
  for await (const progress of follow(client, client.loadModel, { path: modelPath, gpuLayers: 0 })) {
    if (progress.type !== 'loaded') continue
    const kv = { ...defaultKvSettings, threads: 1, ...settings }
    const context = await client.createContext({ settings: kv, contextTokens, predictedBytes: null })
    engine = {
      client: wrap(client),
      sampling: { ...defaultSampling, temperature: 0, ...sampling },
      release: 'v0.4.0',
      model: {
        id: 'test-model',
        path: modelPath,
        loaded: progress.model,
        sizeBytes: 1,
        contextTokens: context.contextTokens,
        sequences: context.sequences,
        loadedAtMs: Date.now(),
      },
    }
  }
  const server = await startApiServer({ service, port: 0, keys: () => [keyToStore('test', testKey)], ...http })
  return {
    server,
    service,
    client,
    url: server.url,
    ask: (path, body, init = {}) =>
      globalThis.fetch(`${server.url}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...init,
        headers: { authorization: `Bearer ${testKey}`, ...init.headers },
      }),
    async close() {
      await server.close()
      await client.unload()
      process.kill()
    },
  }
}
