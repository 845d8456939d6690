import { coded } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import type { LoadedModel, ModelFile } from '../../../core/contract/models/models'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { GgufHeader } from '../../../core/gguf/header'
import { follow } from '../../../core/streams/follow'
import { fileNameOf } from '../../../core/text/file-path'
import { type FileIdentity, identitiesOf } from '../../library/files/file-identity'
import type { CheckedModel } from '../../library/header/check-model-file'
import { modelHash } from '../../sessions/model-hash'
import type { ChatTemplates } from '../../store/chat-templates'
import type { EngineProcess } from '../../supervisor/engine-process'
import type { RunningEngine } from '../../supervisor/supervisor'
import type { EventLog } from '../common/event-log'

interface Wanted {
  readonly process: EngineProcess
  readonly path: string
  readonly gpuLayers: KvSettings['gpuLayers']
  /** null for the file's own template, '' if that template must not run. */
  readonly chatTemplate: string | null
  readonly files: readonly FileIdentity[]
}

export interface LoadedWeights {
  readonly path: string
  readonly header: GgufHeader
  readonly hash: string
  readonly files: readonly FileIdentity[]
}

export class EngineWeights {
  private current: (Wanted & LoadedWeights & { readonly model: LoadedModel }) | undefined

  constructor(
    private readonly templates: Pick<ChatTemplates, 'read'>,
    private readonly events: Pick<EventLog, 'add'>,
  ) {}

  get loaded(): LoadedWeights | undefined {
    return this.current
  }

  forget(): void {
    this.current = undefined
  }

  /** `hazard` says why the file's own template must not run. Throws `model-file-changed`. */
  async ensure(
    { client, process }: RunningEngine,
    { id, path }: ModelFile,
    { header, paths }: CheckedModel,
    { gpuLayers }: KvSettings,
    hazard: ErrorFacts<'template-failed'>['reason'] | null,
    signal: AbortSignal,
    onLoading: (share: number) => void,
  ): Promise<LoadedModel> {
    const chatTemplate = this.templates.read(id) ?? (hazard === null ? null : '')
    const wanted: Wanted = { process, path, gpuLayers, chatTemplate, files: await identitiesOf(paths) }
    if (this.current && isSame(this.current, wanted)) return this.current.model
    this.current = undefined
    onLoading(0)
    const hashing = modelHash(paths.map((part) => ({ path: part, headerBytes: header.dataOffset })))
    hashing.catch(() => {})
    let model: LoadedModel | undefined
    for await (const progress of follow(client, client.loadModel, { path, gpuLayers, chatTemplate }, signal)) {
      if (progress.type === 'progress') onLoading(progress.share)
      else model = progress.model
    }
    if (!model) throw new Error('Expected the engine to load the model or to report a failure')
    const hash = await hashing
    if (!isSameFiles(wanted.files, await identitiesOf(paths))) throw coded('model-file-changed', { path })
    this.current = { ...wanted, model, header, hash }
    const { weightBytes, loadMs, gpuLayers: layersOnGpu, chatTemplate: used } = model
    const fallback = used.source === 'fallback' ? { template: used.name, problem: hazard } : null
    const facts = { fileName: fileNameOf(path), loadMs, weightBytes: weightBytes.ram + weightBytes.vram, gpuLayers: layersOnGpu, fallback }
    this.events.add('model', { code: 'model-loaded', facts })
    return model
  }
}

const isSame = (left: Wanted, right: Wanted): boolean =>
  left.process === right.process &&
  left.path === right.path &&
  left.gpuLayers === right.gpuLayers &&
  left.chatTemplate === right.chatTemplate &&
  isSameFiles(left.files, right.files)

const isSameFiles = (left: readonly FileIdentity[], right: readonly FileIdentity[]): boolean =>
  JSON.stringify(left) === JSON.stringify(right)
