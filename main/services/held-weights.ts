/** The weights that an engine process holds: loaded only where others are wanted than those that are there. */
import type { KvSettings } from '../../core/contract/kv-settings'
import type { LoadedModel, ModelFile } from '../../core/contract/models'
import { fileNameOf } from '../../core/events/bug-report'
import { formatBytes, formatMs } from '../../core/text/amounts'
import type { ChatTemplates } from '../store/chat-templates'
import { follow } from '../supervisor/engine-client'
import type { EngineProcess } from '../supervisor/engine-process'
import type { RunningEngine } from '../supervisor/supervisor'
import type { EventLog } from './event-log'

/** What weights are loaded with. */
interface Wanted {
  readonly process: EngineProcess
  readonly path: string
  readonly gpuLayers: KvSettings['gpuLayers']
  /** The user's own; null: the file's. */
  readonly chatTemplate: string | null
}

export class HeldWeights {
  private held: (Wanted & { readonly model: LoadedModel }) | undefined

  constructor(
    private readonly templates: Pick<ChatTemplates, 'read'>,
    private readonly events: Pick<EventLog, 'add'>,
  ) {}

  /** `onLoading`: how much of them is there, from 0 on; never called for weights that are there already. Throws the engine's failures. */
  async ensure(
    { client, process }: RunningEngine,
    { id, path }: ModelFile,
    { gpuLayers }: KvSettings,
    signal: AbortSignal,
    onLoading: (share: number) => void,
  ): Promise<LoadedModel> {
    const chatTemplate = this.templates.read(id)
    const wanted: Wanted = { process, path, gpuLayers, chatTemplate }
    if (this.held && isSame(this.held, wanted)) return this.held.model
    this.held = undefined
    onLoading(0)
    let model: LoadedModel | undefined
    for await (const progress of follow(client, (streamId) => client.loadModel({ streamId, path, gpuLayers, chatTemplate }, { signal }))) {
      if (progress.type === 'progress') onLoading(progress.share)
      else {
        model = progress.model
        this.held = { ...wanted, model }
      }
    }
    if (!model) throw new Error('Expected the engine to load the model or to say why not')
    this.events.add('model', 'model-loaded', weightsWords(path, model))
    return model
  }
}

const isSame = (left: Wanted, right: Wanted): boolean =>
  left.process === right.process &&
  left.path === right.path &&
  left.gpuLayers === right.gpuLayers &&
  left.chatTemplate === right.chatTemplate

function weightsWords(path: string, { weightBytes: { ram, vram }, loadMs, gpuLayers, chatTemplate }: LoadedModel): string {
  const onGpu = gpuLayers > 0 ? `, ${gpuLayers} layers on a GPU` : ''
  const standIn = chatTemplate.source === 'fallback' ? ` It has no chat template that works; “${chatTemplate.name}” stands in.` : ''
  return `${fileNameOf(path)} was loaded in ${formatMs(loadMs)}: weights of ${formatBytes(ram + vram)}${onGpu}.${standIn}`
}
