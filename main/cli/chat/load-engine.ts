import os from 'node:os'
import type { ContextReport } from '../../../core/contract/cache/cache'
import type { LoadedModel } from '../../../core/contract/models/models'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { follow } from '../../../core/streams/follow'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { chooseContext } from '../../services/models/context-choice'
import type { RunningEngine, Supervisor } from '../../supervisor/supervisor'
import { threadsNote } from '../commands/threads-note'
import { note } from '../input/terminal'

export interface LoadedEngine {
  readonly engine: RunningEngine
  readonly model: LoadedModel
  readonly context: ContextReport
}

interface Preparation {
  readonly path: string
  readonly shape: CacheShape
  readonly settings: KvSettings
  /** A Jinja template instead of the file's. */
  readonly chatTemplate?: string | undefined
}

export async function loadEngine(supervisor: Supervisor, { path, shape, settings, chatTemplate }: Preparation): Promise<LoadedEngine> {
  const engine = await supervisor.ensure(settings.gpuBackend)
  const { client } = engine
  note('loading the model')
  let model: LoadedModel | undefined
  for await (const progress of follow(client, client.loadModel, {
    path,
    gpuLayers: settings.gpuLayers,
    chatTemplate: chatTemplate ?? null,
  }))
    if (progress.type === 'loaded') model = progress.model
  if (!model) throw new Error('Expected the loaded model at the end of the stream')
  const hasGpu = engine.info.devices.length > 0
  const choice = chooseContext(shape, settings, hasGpu ? Number.MAX_SAFE_INTEGER : os.freemem())
  const context = await client.createContext({ settings, ...choice })
  note(
    `context of ${formatCount(context.contextTokens)} tokens, cache ${formatBytes(context.allocatedBytes)}, ${context.threads.chosen} threads`,
  )
  const fewer = threadsNote(settings.threads, context)
  if (fewer) note(fewer)
  return { engine, model, context }
}
