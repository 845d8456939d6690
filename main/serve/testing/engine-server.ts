/** A server on a free port with an engine that runs Pocket. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadedModel } from '../../../core/contract/models/models'
import { safeKvSettings } from '../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import type { ServedFinish } from '../../../core/serve/served-event'
import { follow } from '../../../core/streams/follow'
import { forkEngine } from '../../supervisor/fork-engine'
import { Supervisor } from '../../supervisor/supervisor'
import { EngineService } from '../engine-service'
import { startApiServer } from '../http/api-server'

const root = join(import.meta.dirname, '../../..')
export const pocketPath = join(root, 'native-models/pocket/pocket-q8_0.gguf')

export async function engineServer(contextTokens = 1024) {
  const supervisor = new Supervisor(forkEngine(join(root, 'out/engine/index.mjs')))
  const { client } = await supervisor.ensure('cpu')
  let loaded: LoadedModel | undefined
  for await (const progress of follow(client, client.loadModel, { path: pocketPath, gpuLayers: 0 }))
    if (progress.type === 'loaded') loaded = progress.model
  if (!loaded) throw new Error('Pocket did not load')
  const settings = { ...safeKvSettings, sequences: 2, contextTokens }
  const context = await client.createContext({ settings, contextTokens, predictedBytes: null })
  const model = {
    id: 'pocket',
    path: pocketPath,
    loaded,
    sizeBytes: statSync(pocketPath).size,
    contextTokens: context.contextTokens,
    sequences: context.sequences,
    loadedAtMs: Date.now(),
  }
  const engine = { client, model, sampling: { ...defaultSampling, temperature: 0 } }
  const service = new EngineService({ version: '0', engine: () => engine })
  const finishes: ServedFinish[] = []
  service.news.listen((news) => news.type === 'event' && news.event.type === 'finish' && finishes.push(news.event))
  const server = await startApiServer({ service, port: 0, keys: null })
  return {
    service,
    url: server.url,
    /** What the engine counted, oldest first. */
    finishes,
    async close() {
      await server.close()
      await service.close()
      supervisor.close()
    },
  }
}
