/** Turns start without waiting for the draft model. If it fails, answers are decoded without drafts. */
import os from 'node:os'
import type { ReadyModel } from '../../../core/contract/app/app-state'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { DraftCheck, DraftStatus } from '../../../core/contract/models/draft'
import type { ModelFile } from '../../../core/contract/models/models'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { draftTotalBytes } from '../../../core/speculation/draft-bill'
import type { DraftedContext } from '../../../core/speculation/draft-settings'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { fileNameOf } from '../../../core/text/file-path'
import { assertCanDraft, billForDraft } from '../../library/draft-candidate'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { EngineProcess } from '../../supervisor/engine-process'
import type { RunningEngine, Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { ModelSettings } from './model-settings'

export class DraftService {
  private readonly queue = new SerialQueue()
  contextBytes = 0
  private askedOf: EngineProcess | undefined
  private readonly reported = new Set<string>()

  constructor(
    private readonly library: ModelLibrary,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly settings: Pick<ModelSettings, 'read'>,
  ) {}

  /** Does not load the draft model. Throws `model-not-found`. */
  async check(modelId: string, draftModelId: string, context: DraftedContext): Promise<DraftCheck> {
    const main = await this.library.get(modelId)
    const { value: draft, failure } = await attempt(this.library.get(draftModelId))
    if (!draft) return { failure, bill: null }
    const bill = await attempt(billForDraft(draft, context))
    const problem = await attempt(assertCanDraft(draft, main))
    return { failure: problem.failure ?? bill.failure, bill: bill.value ?? null }
  }

  /** Throws `draft-refused`, `model-not-found`, and file and GGUF errors. */
  async assertChosen(main: ModelFile, { speculation, draftModelId }: SamplingSettings): Promise<void> {
    if (speculation !== 'draft-model') return
    if (draftModelId === null) throw coded('draft-refused', { name: '', reason: { kind: 'none-chosen' } })
    await assertCanDraft(await this.library.get(draftModelId), main)
  }

  contextCreated(): void {
    this.contextBytes = 0
    void this.follow()
  }

  /** Never rejects. */
  follow(): Promise<void> {
    return this.queue.run(() => this.followNow()).catch((error: unknown) => console.error('[draft]', error))
  }

  private async followNow(): Promise<void> {
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) return
    const { speculation, draftModelId } = this.settings.read(model.file.id).sampling
    const { context, draft } = model
    if (speculation !== 'draft-model' || draftModelId === null) {
      this.show(context, { status: 'none' })
      return this.unload(engine)
    }
    if (draft.status === 'ready' && draft.file.id === draftModelId) return
    let name = 'The draft model'
    try {
      const file = await this.library.get(draftModelId)
      name = file.name
      this.show(context, { status: 'loading', file })
      this.show(context, await this.load(engine, model, file))
    } catch (error) {
      await this.unload(engine)
      this.failed(context, name, error)
    }
  }

  private async unload({ client, process }: RunningEngine): Promise<void> {
    this.contextBytes = 0
    if (this.askedOf !== process) return
    this.askedOf = undefined
    await client.unloadDraft().catch(() => {})
  }

  private async load({ client, process, info }: RunningEngine, main: ReadyModel, file: ModelFile): Promise<DraftStatus> {
    await assertCanDraft(file, main.file)
    const neededBytes = draftTotalBytes(await billForDraft(file, main.context))
    const freeBytes = os.freemem()
    // With a GPU, only llama.cpp knows how memory is divided.
    if (info.devices.length === 0 && neededBytes > freeBytes)
      throw coded('draft-larger-than-memory', { name: file.name, neededBytes, freeBytes })
    this.askedOf = process
    const report = await client.loadDraft({ path: file.path, gpuLayers: main.settings.gpuLayers === 0 ? 0 : 'auto' })
    const { weightBytes, contextBytes, loadMs } = report
    this.contextBytes = contextBytes.ram
    const bytes = weightBytes.ram + weightBytes.vram + contextBytes.ram + contextBytes.vram
    this.state.events.add('model', { code: 'draft-loaded', facts: { fileName: fileNameOf(file.path), loadMs, bytes } })
    return { status: 'ready', file, report }
  }

  private failed(context: ContextReport, name: string, error: unknown): void {
    const failure = failureIn(error)
    if (!failure) return this.show(context, { status: 'none' })
    this.show(context, { status: 'failed', name, failure })
    const report = JSON.stringify(failure)
    if (this.reported.has(report)) return this.state.events.addFailure('model', failure)
    this.reported.add(report)
    this.state.notify({ code: 'draft-not-loaded', facts: { failure } })
  }

  private show(context: ContextReport, draft: DraftStatus): void {
    const { model } = this.state.value
    if (model.status === 'ready' && model.context === context) this.state.update({ model: { ...model, draft } })
  }
}

async function attempt<T>(work: Promise<T>): Promise<{ readonly value?: T; readonly failure: Failure | null }> {
  try {
    return { value: await work, failure: null }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return { failure }
  }
}
