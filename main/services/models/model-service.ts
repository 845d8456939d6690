/** Loads models into the engine, with checks, progress and cancellation. */
import os from 'node:os'
import type { EngineStatus } from '../../../core/contract/app/app-state'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { HostInfo } from '../../../core/contract/host'
import type { EngineInfo, ModelFile } from '../../../core/contract/models/models'
import { safeKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { differs, mismatchReport } from '../../../core/events/mismatch-report'
import { type GgufHeader, textOf } from '../../../core/gguf/header'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { Emitter } from '../../../core/streams/emitter'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { formatBytes } from '../../../core/text/amounts'
import { checkModelFile } from '../../library/header/check-model-file'
import { embeddedModelId, type ModelLibrary } from '../../library/scan/model-library'
import type { TemplateRunner } from '../../library/templates/render-template'
import type { Store } from '../../store/store'
import type { EngineProcess } from '../../supervisor/engine-process'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import { assertAccepted, chooseContext } from './context-choice'
import { contextWords } from './context-words'
import type { DraftService } from './draft-service'
import { HeldWeights, type LoadedWeights } from './held-weights'
import type { ModelSettings } from './model-settings'

const lastModelKey = 'last-model'
/** How long an engine may take to free its memory before it is killed. */
const longestFarewellMs = 2000

type Show = (step: 'checking' | 'weights' | 'context', share: number) => void

/** Work that needs the old context, such as saving its caches. It must not reject. */
interface ContextEnding {
  readonly waitUntil: (work: Promise<void>) => void
}

export class ModelService {
  private readonly weights: HeldWeights
  private held: { readonly process: EngineProcess; readonly ramBytes: number } | undefined
  private loading: AbortController | undefined
  private readonly loads = new SerialQueue()
  /** Resolves when the previous context's caches are saved. */
  private keeping: Promise<void> = Promise.resolve()
  /** Number of load requests: the newest wins. */
  private asked = 0
  /** In order of arrival: the last request must win. */
  private readonly saves = new SerialQueue()
  /** Emitted while the context still works. It is freed after the listeners' work. */
  readonly contextEnding = new Emitter<ContextEnding>()
  /** Emitted when the state shows the new context. */
  readonly contextCreated = new Emitter()
  /** Emitted when settings were stored and the context stays. */
  readonly settingsStored = new Emitter()

  constructor(
    private readonly store: Store,
    private readonly library: ModelLibrary,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly storedSettings: ModelSettings,
    private readonly drafts: Pick<DraftService, 'assertChosen' | 'contextBytes'>,
    private readonly host: Pick<HostInfo, 'version' | 'platform'>,
    private readonly templates: Pick<TemplateRunner, 'hazard'>,
  ) {
    this.weights = new HeldWeights(store.chatTemplates, state.events)
  }

  /** Loads the last used model, or the embedded one if that is gone. */
  async loadFirst(): Promise<void> {
    const { asked } = this
    const last = this.store.preferences.get(lastModelKey)
    const file = typeof last === 'string' ? await this.library.get(last).catch(() => undefined) : undefined
    // The user has loaded a model meanwhile.
    if (asked !== this.asked) return
    try {
      await this.load(file && !file.missing ? file.id : embeddedModelId)
    } catch (error) {
      // The embedded model is missing; the user can still open another.
      this.state.update({ model: { status: 'failed', file: null, settings: null, failure: asFailure(error, this.state.value.engine) } })
    }
  }

  /** Throws `model-not-found`; later failures appear in the state. */
  async load(modelId: string, safeSettings = false): Promise<void> {
    const ticket = ++this.asked
    const file = await this.library.get(modelId)
    if (ticket !== this.asked) return
    const { kv, sampling } = this.storedSettings.read(modelId)
    // Stored, because the next start with the old settings would fail again.
    if (safeSettings) this.storedSettings.write(modelId, { kv: safeKvSettings, sampling: withoutDraftModel(sampling) })
    await this.loadWith(file, safeSettings ? safeKvSettings : kv)
  }

  /** Starts to load a model; progress and failures appear in the state. Throws `model-not-found`, `compare-busy`. */
  async startLoading(modelId: string, safeSettings = false): Promise<void> {
    await this.library.get(modelId)
    this.state.assertNotComparing()
    void this.load(modelId, safeSettings)
  }

  /** Ignored during a comparison, which loads the model again when it ends. */
  startReloading(safeSettings: boolean): void {
    if (this.state.value.compareRunId === null) void this.reload(safeSettings)
  }

  /** Loads the current or last tried model again. */
  async reload(safeSettings: boolean): Promise<void> {
    const { model } = this.state.value
    const file = model.status === 'none' ? null : model.file
    this.loading?.abort()
    await this.supervisor.endIfSilent()
    await this.endContext()
    // This process may never answer again.
    this.supervisor.dismiss()
    await (file ? this.load(file.id, safeSettings) : this.loadFirst())
  }

  cancelLoad(): void {
    this.asked++
    if (!this.loading) return
    this.loading.abort()
    this.state.update({ model: { status: 'none' } })
    // The next load waits until the engine has freed this model or exited.
    const freed = this.freeEngine()
    void this.loads.run(async () => {
      await freed
      this.weights.forget()
    })
  }

  private async freeEngine(): Promise<void> {
    await this.supervisor.endIfSilent()
    await this.keeping
    await this.supervisor.unload()
  }

  async saveAndUnload(): Promise<void> {
    await this.endContext()
    this.unload()
  }

  /** Call it when nothing of the context is needed. */
  unload(): void {
    this.cancelLoad()
    this.state.update({ model: { status: 'none' } })
    // Ending the process frees everything, even memory that an allocator would keep.
    this.supervisor.dismiss()
  }

  /** Frees all memory for a benchmark after saving the caches. Returns a function that loads the model again. */
  async lend(): Promise<() => void> {
    const { model } = this.state.value
    const file = model.status === 'ready' || model.status === 'loading' ? model.file : undefined
    await this.saveAndUnload()
    return () => {
      // The user may have loaded another model, or the file may have left the list.
      if (file && this.state.value.model.status === 'none') void this.load(file.id).catch(() => {})
    }
  }

  private async endContext(): Promise<void> {
    const works: Promise<void>[] = []
    this.contextEnding.emit({ waitUntil: (work) => works.push(work) })
    await Promise.all(works)
  }

  /** Call it when the engine has died. */
  engineGone(reason: string): void {
    const { model } = this.state.value
    if (model.status === 'ready')
      this.state.update({ model: { ...model, status: 'failed', failure: { code: 'engine-gone', facts: { reason } } } })
  }

  /** undefined if no model is loaded. */
  get loadedWeights(): LoadedWeights | undefined {
    return this.weights.loaded
  }

  /** Reads the file as it is now. Throws `model-not-found` and the coded errors of files. */
  async cacheShape(modelId: string): Promise<CacheShape> {
    const file = await this.library.get(modelId)
    return cacheShapeOf((await checkModelFile(file.path)).header)
  }

  /**
   * Stores settings once a context works with them. Throws `model-not-found`, `settings-refused`, `context-larger-than-memory`,
   * `draft-refused`, the coded errors of the draft model's files, and the store's failures; then nothing has changed.
   */
  saveSettings(modelId: string, kv: KvSettings, sampling: SamplingSettings): Promise<void> {
    return this.saves.run(() => this.saveNow(modelId, kv, sampling)).catch((error: unknown) => this.logRefusal(error))
  }

  private async saveNow(modelId: string, kv: KvSettings, sampling: SamplingSettings): Promise<void> {
    const file = await this.library.get(modelId)
    // Loading an unreadable file will report why.
    const checked = await checkModelFile(file.path).catch(() => undefined)
    const shape = checked && cacheShapeOf(checked.header)
    if (shape) assertAccepted(shape, kv)
    const before = this.storedSettings.read(modelId)
    // A draft model that is gone must not block other changes.
    if (drafterOf(before.sampling) !== drafterOf(sampling)) await this.drafts.assertChosen(file, sampling)
    const { model } = this.state.value
    if (model.status === 'none' || model.file?.id !== modelId) return this.storedSettings.write(modelId, { kv, sampling })
    const stored = before.kv
    const isTried = isSame(model.settings, kv)
    // A model that failed before is tried again.
    if (isTried && (model.status !== 'failed' || isSame(stored, kv))) {
      this.storedSettings.write(modelId, { kv, sampling })
      return this.settingsStored.emit()
    }
    if (shape && model.status === 'ready') chooseContext(shape, kv, this.freeBytes())
    this.storedSettings.write(modelId, { kv: stored, sampling })
    void this.loadWith(file, kv, () => this.storedSettings.write(modelId, { kv, sampling }))
  }

  private logRefusal(error: unknown): never {
    const failure = failureOf(error)
    if (failure) this.state.events.addFailure('settings', failure)
    throw error
  }

  /** Free RAM plus what the current context will free. With a GPU only llama.cpp knows. */
  private freeBytes(): number {
    const { engine } = this.supervisor
    if (engine && engine.info.devices.length > 0) return Number.MAX_SAFE_INTEGER
    return os.freemem() + (this.held && this.held.process === engine?.process ? this.held.ramBytes + this.drafts.contextBytes : 0)
  }

  /** A newer load cancels an older one. `onReady` is called before the state says ready. */
  private loadWith(file: ModelFile, settings: KvSettings, onReady: () => void = () => {}): Promise<void> {
    if (this.loading) {
      this.loading.abort()
      void this.supervisor.endIfSilent()
    }
    const loading = new AbortController()
    this.loading = loading
    return this.loads.run(async () => {
      if (loading.signal.aborted) return
      this.keeping = this.endContext()
      // From here on the old context answers no requests.
      this.state.update({ model: { status: 'loading', file, settings, share: 0, step: 'checking' } })
      await this.keeping
      if (loading.signal.aborted) return
      try {
        await this.loadSteps(file, settings, loading.signal, onReady)
      } catch (error) {
        if (!loading.signal.aborted) this.failed(file, settings, asFailure(error, this.state.value.engine))
      } finally {
        if (this.loading === loading) this.loading = undefined
      }
    })
  }

  private failed(file: ModelFile, settings: KvSettings, failure: Failure): void {
    this.state.events.addFailure(failure.code === 'settings-refused' ? 'settings' : 'model', failure)
    this.state.update({ model: { status: 'failed', file, settings, failure } })
  }

  private async loadSteps(file: ModelFile, settings: KvSettings, signal: AbortSignal, onReady: () => void): Promise<void> {
    const show: Show = (step, share) => {
      if (!signal.aborted) this.state.update({ model: { status: 'loading', file, settings, share, step } })
    }
    show('checking', 0)
    this.supervisor.setWorkload(JSON.stringify([file.path, settings]))
    const checked = await checkModelFile(file.path)
    const { header, facts } = checked
    const shape = cacheShapeOf(header)
    assertAccepted(shape, settings)
    await this.endTurnsOfOtherBackend(settings)
    const [engine, hazard] = await Promise.all([this.supervisor.ensure(settings.gpuBackend), this.templateHazard(file, header)])
    assertWeightsFit(file, facts.weightBytes, engine.info.devices.length > 0)
    const model = await this.weights.ensure(engine, file, checked, settings, hazard, signal, (share) => {
      // The engine frees the old context with the old weights.
      this.held = undefined
      show('weights', share)
    })
    show('context', 1)
    const choice = chooseContext(shape, settings, this.freeBytes())
    this.held = undefined
    const context: ContextReport = await engine.client.createContext({ settings, ...choice }, { signal })
    this.held = { process: engine.process, ramBytes: context.contextBytes.ram }
    if (signal.aborted) return
    onReady()
    this.reportMismatch(engine.info, shape.architecture, settings, context)
    this.state.events.add('context', 'context-created', contextWords(context))
    this.state.update({ model: { status: 'ready', file, settings, model, context, draft: { status: 'none' } } })
    this.contextCreated.emit()
    this.remember(file.id)
    this.state.changed('models')
  }

  /** null if the file's template may run in the engine. */
  private async templateHazard({ id }: ModelFile, header: GgufHeader): Promise<string | null> {
    if (id === embeddedModelId) return null
    const template = textOf(header, 'tokenizer.chat_template') ?? ''
    return template.trim() === '' ? null : this.templates.hazard(template)
  }

  /** A full disk must not stop a model from loading. */
  private remember(modelId: string): void {
    try {
      this.library.used(modelId)
      this.store.preferences.set(lastModelKey, modelId)
    } catch (error) {
      console.warn('[models]', error)
    }
  }

  /** Answers of the old backend end in order and say why. */
  private async endTurnsOfOtherBackend({ gpuBackend }: KvSettings): Promise<void> {
    const { engine } = this.supervisor
    if (!engine || this.state.value.turns.length === 0 || engine.gpuBackend === (await this.supervisor.resolve(gpuBackend))) return
    void engine.client.unload().catch(() => {})
    const until = Date.now() + longestFarewellMs
    while (this.state.value.turns.length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  private reportMismatch(engine: EngineInfo, architecture: string, settings: KvSettings, context: ContextReport): void {
    if (!differs(context)) return
    const { version, platform } = this.host
    const planned = context.predictedBytes === null ? 'nothing' : formatBytes(context.predictedBytes)
    this.state.notify(
      'plan-mismatch',
      `llama.cpp allocated ${formatBytes(context.allocatedBytes)} for the caches where ${planned} was planned. The model works; the plan is wrong for it. A report without any text of yours can be copied.`,
      mismatchReport({ version, platform, engine, architecture, settings, context }),
    )
  }
}

/** The draft model to check or load; null without one. */
const drafterOf = ({ speculation, draftModelId }: SamplingSettings): string | null =>
  speculation === 'draft-model' ? `${draftModelId}` : null

const withoutDraftModel = (sampling: SamplingSettings): SamplingSettings =>
  sampling.speculation === 'draft-model' ? { ...sampling, speculation: 'off' } : sampling

const isSame = (left: KvSettings | null, right: KvSettings): boolean => JSON.stringify(left) === JSON.stringify(right)

/** With a GPU only llama.cpp knows how the memory is split. */
function assertWeightsFit(file: ModelFile, weightBytes: number, hasGpu: boolean): void {
  const memoryBytes = os.totalmem()
  if (!hasGpu && weightBytes > memoryBytes)
    throw coded('model-larger-than-memory', { path: file.path, neededBytes: weightBytes, memoryBytes })
}

function asFailure(error: unknown, engine: EngineStatus): Failure {
  const failure = failureIn(error)
  if (failure) return failure
  if (engine.status === 'gone') return { code: 'engine-gone', facts: { reason: engine.reason } }
  console.error('[load]', error)
  return { code: 'engine-gone', facts: { reason: error instanceof Error ? error.message : String(error) } }
}
