/** Loads models into the engine: checks first, shows progress, can be cancelled, and says what came of it. */
import os from 'node:os'
import type { ContextReport } from '../../core/contract/cache'
import { coded, failureOf } from '../../core/contract/coded-error'
import type { Failure } from '../../core/contract/errors'
import type { EngineStatus, HostInfo } from '../../core/contract/host'
import { safeKvSettings } from '../../core/contract/kv-defaults'
import type { KvSettings } from '../../core/contract/kv-settings'
import type { EngineInfo, LoadedModel, ModelFile } from '../../core/contract/models'
import type { SamplingSettings } from '../../core/contract/sampling'
import { failureFromWire } from '../../core/contract/wire-errors'
import type { CacheShape } from '../../core/kv/cache-shape'
import { cacheShapeOf } from '../../core/kv/cache-shape-of'
import { differs, mismatchReport } from '../../core/plan/mismatch-report'
import { formatBytes } from '../../core/text/amounts'
import { checkModelFile } from '../library/check-model-file'
import { embeddedModelId, type ModelLibrary } from '../library/model-library'
import type { Store } from '../store/store'
import { follow } from '../supervisor/engine-client'
import type { EngineProcess } from '../supervisor/engine-process'
import type { RunningEngine, Supervisor } from '../supervisor/supervisor'
import type { AppStateHolder } from './app-state'
import { assertAccepted, chooseContext } from './context-choice'

const lastModelKey = 'last-model'

/** Weights that an engine process holds, and what they were loaded with. */
interface Weights {
  readonly process: EngineProcess
  readonly path: string
  readonly gpuLayers: KvSettings['gpuLayers']
  readonly model: LoadedModel
}
type Show = (step: 'checking' | 'weights' | 'context', share: number) => void

export class ModelService {
  private weights: Weights | undefined
  private loading: AbortController | undefined
  private lastLoad: Promise<void> = Promise.resolve()
  /** Counts what was asked for: of two loads the one asked for later stays, whichever file is read faster. */
  private asked = 0
  private lastSave: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly store: Store,
    private readonly library: ModelLibrary,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly host: Pick<HostInfo, 'version' | 'platform'>,
  ) {}

  /** The model to begin with: the one used last where it is still there, else the embedded one. */
  async loadFirst(): Promise<void> {
    const { asked } = this
    const last = this.store.preferences.get(lastModelKey)
    const file = typeof last === 'string' ? await this.library.get(last).catch(() => undefined) : undefined
    // Somebody was faster than the start.
    if (asked !== this.asked) return
    try {
      await this.load(file && !file.missing ? file.id : embeddedModelId)
    } catch (error) {
      // An installation without its embedded model: the user can still open another.
      this.state.update({ model: { status: 'failed', file: null, settings: null, failure: asFailure(error, this.state.value.engine) } })
    }
  }

  /** Throws `model-not-found`; everything later is told by the state. */
  async load(modelId: string, safeSettings = false): Promise<void> {
    const ticket = ++this.asked
    const file = await this.library.get(modelId)
    if (ticket !== this.asked) return
    const { kv, sampling } = this.settings(modelId)
    // Safe ones stay: the next start would end like the last three.
    if (safeSettings) this.store.modelSettings.write(modelId, safeKvSettings, sampling)
    await this.loadWith(file, safeSettings ? safeKvSettings : kv)
  }

  /** Loads again what was loaded or tried last, for instance after the engine died. */
  async reload(safeSettings: boolean): Promise<void> {
    const { model } = this.state.value
    const file = model.status === 'none' ? null : model.file
    await (file ? this.load(file.id, safeSettings) : this.loadFirst())
  }

  cancelLoad(): void {
    this.asked++
    this.loading?.abort()
    if (this.loading) this.state.update({ model: { status: 'none' } })
  }

  unload(): void {
    this.cancelLoad()
    this.state.update({ model: { status: 'none' } })
    // The process itself goes: that gives back every byte, also what an allocator would keep.
    this.supervisor.dismiss()
  }

  /** The engine has died, and what it held with it. */
  engineGone(reason: string): void {
    const { model } = this.state.value
    if (model.status === 'ready')
      this.state.update({ model: { ...model, status: 'failed', failure: { code: 'engine-gone', facts: { reason } } } })
  }

  settings(modelId: string): { kv: KvSettings; sampling: SamplingSettings } {
    const { kv, sampling, fellBack } = this.store.modelSettings.read(modelId, this.library.recommendedSampling(modelId))
    if (fellBack.length > 0)
      this.state.notify('settings-fell-back', `Stored settings made no sense and are back at their defaults: ${fellBack.join(', ')}.`)
    return { kv, sampling }
  }

  /** From the file as it is now. Throws `model-not-found` and the coded errors of files. */
  async cacheShape(modelId: string): Promise<CacheShape> {
    const file = await this.library.get(modelId)
    return cacheShapeOf((await checkModelFile(file.path)).header)
  }

  /** Throws `model-not-found`, `settings-refused`, and the store's failures; nothing is stored then. */
  saveSettings(modelId: string, kv: KvSettings, sampling: SamplingSettings): Promise<void> {
    // In order of arrival: each looks into a file first, and the last one asked for is the one that stays.
    const saved = this.lastSave.then(() => this.saveNow(modelId, kv, sampling))
    this.lastSave = saved.catch(() => {})
    return saved
  }

  private async saveNow(modelId: string, kv: KvSettings, sampling: SamplingSettings): Promise<void> {
    const file = await this.library.get(modelId)
    // A file that cannot be read now has nothing to check against; loading it will say why.
    const checked = await checkModelFile(file.path).catch(() => undefined)
    if (checked) assertAccepted(cacheShapeOf(checked.header), kv)
    this.store.modelSettings.write(modelId, kv, sampling)
    const { model } = this.state.value
    // One that failed with the old settings is tried again with the new ones.
    const isShown = model.status !== 'none' && model.file?.id === modelId
    if (isShown && JSON.stringify(model.settings) !== JSON.stringify(kv)) void this.loadWith(file, kv)
  }

  /** One load at a time; a newer one takes over from an older one. */
  private loadWith(file: ModelFile, settings: KvSettings): Promise<void> {
    this.loading?.abort()
    const loading = new AbortController()
    this.loading = loading
    this.lastLoad = this.lastLoad.then(async () => {
      if (loading.signal.aborted) return
      try {
        await this.loadSteps(file, settings, loading.signal)
      } catch (error) {
        if (!loading.signal.aborted)
          this.state.update({ model: { status: 'failed', file, settings, failure: asFailure(error, this.state.value.engine) } })
      } finally {
        if (this.loading === loading) this.loading = undefined
      }
    })
    return this.lastLoad
  }

  private async loadSteps(file: ModelFile, settings: KvSettings, signal: AbortSignal): Promise<void> {
    const show: Show = (step, share) => {
      if (!signal.aborted) this.state.update({ model: { status: 'loading', file, settings, share, step } })
    }
    show('checking', 0)
    this.supervisor.setWorkload(JSON.stringify([file.path, settings]))
    const { header, facts } = await checkModelFile(file.path)
    const shape = cacheShapeOf(header)
    assertAccepted(shape, settings)
    const engine = await this.supervisor.ensure(settings.gpuBackend)
    const hasGpu = engine.info.devices.length > 0
    assertWeightsFit(file, facts.weightBytes, hasGpu)
    const model = await this.ensureWeights(engine, file.path, settings, signal, show)
    show('context', 1)
    const choice = chooseContext(shape, settings, hasGpu ? Number.MAX_SAFE_INTEGER : os.freemem())
    const context: ContextReport = await engine.client.createContext({ settings, ...choice }, { signal })
    if (signal.aborted) return
    this.reportMismatch(engine.info, shape.architecture, settings, context)
    this.state.update({ model: { status: 'ready', file, settings, model, context } })
    this.library.used(file.id)
    this.store.preferences.set(lastModelKey, file.id)
    this.state.changed('models')
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

  private async ensureWeights(
    { client, process }: RunningEngine,
    path: string,
    { gpuLayers }: KvSettings,
    signal: AbortSignal,
    show: Show,
  ): Promise<LoadedModel> {
    const { weights } = this
    if (weights?.process === process && weights.path === path && weights.gpuLayers === gpuLayers) return weights.model
    this.weights = undefined
    show('weights', 0)
    for await (const progress of follow(client, (streamId) => client.loadModel({ streamId, path, gpuLayers }, { signal }))) {
      if (progress.type === 'progress') show('weights', progress.share)
      else this.weights = { process, path, gpuLayers, model: progress.model }
    }
    // Read again: the loop sets it.
    const loaded = this.weights as Weights | undefined
    if (!loaded) throw new Error('Expected the engine to load the model or to say why not')
    return loaded.model
  }
}

/** With a GPU only llama.cpp knows how much goes where, and says so itself. */
function assertWeightsFit(file: ModelFile, weightBytes: number, hasGpu: boolean): void {
  const memoryBytes = os.totalmem()
  if (!hasGpu && weightBytes > memoryBytes)
    throw coded('model-larger-than-memory', { path: file.path, neededBytes: weightBytes, memoryBytes })
}

function asFailure(error: unknown, engine: EngineStatus): Failure {
  const failure = failureOf(error) ?? failureFromWire(error)
  if (failure) return failure
  if (engine.status === 'gone') return { code: 'engine-gone', facts: { reason: engine.reason } }
  console.error('[load]', error)
  return { code: 'engine-gone', facts: { reason: error instanceof Error ? error.message : String(error) } }
}
