import { assertGrammar } from '../../../core/answer-grammar/assert-grammar'
import type { EngineStatus } from '../../../core/contract/app/app-state'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { Failure } from '../../../core/contract/errors/errors'
import type { EngineEnd } from '../../../core/contract/errors/process-end'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { ModelFile } from '../../../core/contract/models/models'
import type { ConnectedServer } from '../../../core/contract/remote/servers'
import { safeKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import type { SamplingChange, SamplingSettings } from '../../../core/contract/settings/sampling'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { Emitter } from '../../../core/streams/emitter'
import { SerialQueue } from '../../../core/streams/serial-queue'
import { messageOf } from '../../../core/text/message-of'
import { checkModelFile } from '../../library/header/check-model-file'
import { embeddedModelId, type ModelLibrary } from '../../library/scan/model-library'
import type { Store } from '../../store/store'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import { assertAccepted, chooseContext } from './context-choice'
import type { DraftService } from './draft-service'
import type { LoadingModel, ModelLoader } from './model-loader'
import { given, type ModelSettings } from './model-settings'

const lastModelKey = 'last-model'
/** `work` must not reject. */
interface ContextEnding {
  readonly waitUntil: (work: Promise<void>) => void
}

export class ModelService {
  private loading: AbortController | undefined
  private readonly loads = new SerialQueue()
  private keeping: Promise<void> = Promise.resolve()
  private asked = 0
  private isClosed = false
  /** The last request must win. */
  private readonly saves = new SerialQueue()
  /** Emitted before the context is freed. The service waits for the work of its listeners. */
  readonly contextEnding = new Emitter<ContextEnding>()
  readonly contextCreated = new Emitter()
  readonly settingsStored = new Emitter()

  constructor(
    private readonly store: Store,
    private readonly library: ModelLibrary,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly storedSettings: ModelSettings,
    private readonly drafts: Pick<DraftService, 'assertChosen'>,
    private readonly loader: ModelLoader,
  ) {}

  async loadFirst(): Promise<void> {
    const { asked } = this
    const last = this.store.preferences.get(lastModelKey)
    const file = typeof last === 'string' ? await this.library.get(last).catch(() => undefined) : undefined
    if (asked !== this.asked) return
    try {
      await this.load(file && !file.missing ? file.id : embeddedModelId)
    } catch (error) {
      this.state.update({ model: { status: 'failed', file: null, settings: null, failure: asFailure(error, this.state.value.engine) } })
    }
  }

  /** Later failures appear in the state. Throws `model-not-found`. */
  async load(modelId: string, safeSettings = false): Promise<void> {
    const ticket = ++this.asked
    const file = await this.library.get(modelId)
    if (ticket !== this.asked) return
    const { kv, sampling } = this.storedSettings.read(modelId)
    // The old settings would fail again at the next start.
    if (safeSettings) this.storedSettings.change(modelId, { kv: safeKvSettings, sampling: withoutDraftModel(sampling) })
    await this.loadWith(file, safeSettings ? safeKvSettings : kv)
  }

  /** Progress and failures appear in the state. Throws `model-not-found`, `compare-busy`. */
  async startLoading(modelId: string, safeSettings = false): Promise<void> {
    await this.library.get(modelId)
    this.state.assertNotComparing()
    void this.load(modelId, safeSettings)
  }

  startReloading(safeSettings: boolean): void {
    if (this.state.value.compareRunId === null) void this.reload(safeSettings)
  }

  async reload(safeSettings: boolean): Promise<void> {
    const { model } = this.state.value
    const file = model.status === 'none' || model.status === 'server' ? null : model.file
    this.loading?.abort()
    await this.supervisor.endIfSilent()
    await this.endContext()
    if (this.isClosed) return
    this.supervisor.dismiss()
    await (file ? this.load(file.id, safeSettings) : this.loadFirst())
  }

  /** The store must not be read after this. */
  close(): void {
    this.isClosed = true
    this.cancelLoad()
  }

  cancelLoad(): void {
    this.asked++
    if (!this.loading) return
    this.loading.abort()
    this.state.update({ model: { status: 'none' } })
    const freed = this.freeEngine()
    void this.loads.run(async () => {
      await freed
      this.loader.forget()
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

  unload(): void {
    this.cancelLoad()
    this.state.update({ model: { status: 'none' } })
    // An allocator may keep freed memory until the process ends.
    this.supervisor.dismiss()
  }

  /** Frees the model's memory for a benchmark. Returns a function that loads the model again. */
  async lend(): Promise<() => void> {
    const { model } = this.state.value
    // A server uses no memory of this machine.
    if (model.status === 'server') return () => {}
    const file = model.status === 'ready' || model.status === 'loading' ? model.file : undefined
    await this.saveAndUnload()
    return () => {
      if (file && this.state.value.model.status === 'none') void this.load(file.id).catch(() => {})
    }
  }

  private async endContext(): Promise<void> {
    const works: Promise<void>[] = []
    this.contextEnding.emit({ waitUntil: (work) => works.push(work) })
    await Promise.all(works)
  }

  engineGone(reason: EngineEnd): void {
    const { model } = this.state.value
    const failure: Failure = { code: 'engine-gone', facts: { reason } }
    if (model.status === 'ready') this.state.update({ model: { ...model, status: 'failed', failure } })
    if (model.status === 'server') this.lostServer(model.server, failure)
  }

  lostServer(server: ConnectedServer, failure: Failure): void {
    this.state.update({ model: { status: 'failed', file: null, settings: null, server, failure } })
  }

  /** Throws `model-not-found`. */
  async cacheShape(modelId: string): Promise<CacheShape> {
    const file = await this.library.get(modelId)
    return cacheShapeOf((await checkModelFile(file.path)).header)
  }

  /**
   * Stores changed KV settings of the loaded model only once a context works with them. Throws `model-not-found`, `settings-refused`,
   * `context-larger-than-memory`.
   */
  saveKv(modelId: string, kv: KvSettings): Promise<void> {
    return this.saves.run(() => this.saveKvNow(modelId, kv)).catch((error: unknown) => this.logRefusal(error))
  }

  /** Keeps the context. Throws `model-not-found`, `draft-refused`, `schema-refused`, `grammar-invalid`, file and GGUF errors. */
  changeSampling(modelId: string, change: SamplingChange): Promise<void> {
    return this.saves.run(() => this.changeSamplingNow(modelId, change)).catch((error: unknown) => this.logRefusal(error))
  }

  private async changeSamplingNow(modelId: string, change: SamplingChange): Promise<void> {
    if (change.grammar) assertGrammar(change.grammar)
    const file = await this.library.get(modelId)
    const before = this.storedSettings.read(modelId).sampling
    const sampling = { ...before, ...given(change) }
    // A missing draft model must not block other changes.
    if (drafterOf(before) !== drafterOf(sampling)) await this.drafts.assertChosen(file, sampling)
    this.storedSettings.change(modelId, { sampling: change })
    this.settingsStored.emit()
  }

  private async saveKvNow(modelId: string, kv: KvSettings): Promise<void> {
    const file = await this.library.get(modelId)
    const checked = await checkModelFile(file.path).catch(() => undefined)
    const shape = checked && cacheShapeOf(checked.header)
    if (shape) assertAccepted(shape, kv)
    const { model } = this.state.value
    if (model.status === 'none' || model.status === 'server' || model.file?.id !== modelId)
      return this.storedSettings.change(modelId, { kv })
    const isTried = isSame(model.settings, kv)
    if (isTried && (model.status !== 'failed' || isSame(this.storedSettings.read(modelId).kv, kv))) {
      this.storedSettings.change(modelId, { kv })
      return this.settingsStored.emit()
    }
    if (shape && model.status === 'ready') chooseContext(shape, kv, this.loader.freeBytes())
    void this.loadWith(file, kv, () => this.storedSettings.change(modelId, { kv }))
  }

  private logRefusal(error: unknown): never {
    const failure = failureOf(error)
    if (failure) this.state.events.addFailure('settings', failure)
    throw error
  }

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
      // From here on, the old context answers no requests.
      this.state.update({ model: { status: 'loading', file, settings, share: 0, step: 'checking' } })
      await this.keeping
      if (loading.signal.aborted) return
      try {
        await this.loadNow(file, settings, loading.signal, onReady)
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

  private async loadNow(file: ModelFile, settings: KvSettings, signal: AbortSignal, onReady: () => void): Promise<void> {
    const onStep: LoadingModel['onStep'] = (step, share) => {
      if (!signal.aborted) this.state.update({ model: { status: 'loading', file, settings, share, step } })
    }
    const { model, context } = await this.loader.load({ file, settings, signal, onStep })
    if (signal.aborted) return
    onReady()
    this.state.update({ model: { status: 'ready', file, settings, model, context, draft: { status: 'none' } } })
    this.contextCreated.emit()
    this.remember(file.id)
    this.state.changed('models')
  }

  /** A full disk must not stop a load. */
  private remember(modelId: string): void {
    try {
      this.library.used(modelId)
      this.store.preferences.set(lastModelKey, modelId)
    } catch (error) {
      console.warn('[models]', error)
    }
  }
}

const drafterOf = ({ speculation, draftModelId }: SamplingSettings): string | null =>
  speculation === 'draft-model' ? `${draftModelId}` : null

const withoutDraftModel = (sampling: SamplingSettings): SamplingSettings =>
  sampling.speculation === 'draft-model' ? { ...sampling, speculation: 'off' } : sampling

const isSame = (left: KvSettings | null, right: KvSettings): boolean => JSON.stringify(left) === JSON.stringify(right)

function asFailure(error: unknown, engine: EngineStatus): Failure {
  const failure = failureIn(error)
  if (failure) return failure
  if (engine.status === 'gone') return { code: 'engine-gone', facts: { reason: engine.reason } }
  console.error('[load]', error)
  return { code: 'engine-gone', facts: { reason: { kind: 'error', quoted: messageOf(error) } } }
}
