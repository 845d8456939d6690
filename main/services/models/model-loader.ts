import os from 'node:os'
import type { EventFact } from '../../../core/contract/app/events'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import type { HostInfo } from '../../../core/contract/host'
import type { EngineInfo, LoadedModel, ModelFile } from '../../../core/contract/models/models'
import type { KvSettings } from '../../../core/contract/settings/kv-settings'
import { differs, mismatchReport } from '../../../core/events/mismatch-report'
import { type GgufHeader, textOf } from '../../../core/gguf/header'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { checkModelFile } from '../../library/header/check-model-file'
import { embeddedModelId } from '../../library/scan/model-library'
import type { TemplateRunner } from '../../library/templates/render-template'
import type { ChatTemplates } from '../../store/chat-templates'
import type { EngineProcess } from '../../supervisor/engine-process'
import type { Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import { assertAccepted, chooseContext } from './context-choice'
import type { DraftService } from './draft-service'
import { EngineWeights, type LoadedWeights } from './engine-weights'

/** Answers have this long to end before their engine is replaced. */
const shutdownTimeoutMs = 2000

export interface LoadingModel {
  readonly file: ModelFile
  readonly settings: KvSettings
  readonly signal: AbortSignal
  /** `share` is the progress of the step, 0 to 1. */
  readonly onStep: (step: 'checking' | 'weights' | 'context', share: number) => void
}

export class ModelLoader {
  private readonly weights: EngineWeights
  private context: { readonly process: EngineProcess; readonly ramBytes: number } | undefined

  constructor(
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly drafts: Pick<DraftService, 'contextBytes'>,
    private readonly host: Pick<HostInfo, 'version' | 'platform'>,
    private readonly templates: Pick<TemplateRunner, 'hazard'>,
    chatTemplates: ChatTemplates,
  ) {
    this.weights = new EngineWeights(chatTemplates, state.events)
  }

  get loadedWeights(): LoadedWeights | undefined {
    return this.weights.loaded
  }

  forget(): void {
    this.weights.forget()
  }

  /**
   * Keeps loaded weights if they are the same. Throws `settings-refused`, `context-larger-than-memory`, `model-larger-than-memory`, file
   * and GGUF errors, and the engine's failures.
   */
  async load({ file, settings, signal, onStep }: LoadingModel): Promise<{ model: LoadedModel; context: ContextReport }> {
    onStep('checking', 0)
    this.supervisor.setWorkload(JSON.stringify([file.path, settings]))
    const checked = await checkModelFile(file.path)
    const { header, facts } = checked
    const shape = cacheShapeOf(header)
    assertAccepted(shape, settings)
    await this.endTurnsOfOtherBackend(settings)
    const [engine, hazard] = await Promise.all([this.supervisor.ensure(settings.gpuBackend), this.templateHazard(file, header)])
    assertWeightsFit(file, facts.weightBytes, engine.info.devices.length > 0)
    const model = await this.weights.ensure(engine, file, checked, settings, hazard, signal, (share) => {
      // The engine has freed the context together with the old weights.
      this.context = undefined
      onStep('weights', share)
    })
    onStep('context', 1)
    const choice = chooseContext(shape, settings, this.freeBytes())
    this.context = undefined
    const context: ContextReport = await engine.client.createContext({ settings, ...choice }, { signal })
    this.context = { process: engine.process, ramBytes: context.contextBytes.ram }
    if (!signal.aborted) {
      this.reportMismatch(engine.info, shape.architecture, settings, context)
      this.state.events.add('context', contextCreated(context))
    }
    return { model, context }
  }

  /** Includes the RAM that the current context will free. With a GPU, only llama.cpp knows how much is free. */
  freeBytes(): number {
    const { engine } = this.supervisor
    if (engine && engine.info.devices.length > 0) return Number.MAX_SAFE_INTEGER
    return os.freemem() + (this.context && this.context.process === engine?.process ? this.context.ramBytes + this.drafts.contextBytes : 0)
  }

  private async templateHazard({ id }: ModelFile, header: GgufHeader): Promise<ErrorFacts<'template-failed'>['reason'] | null> {
    if (id === embeddedModelId) return null
    const template = textOf(header, 'tokenizer.chat_template') ?? ''
    return template.trim() === '' ? null : this.templates.hazard(template)
  }

  private async endTurnsOfOtherBackend({ gpuBackend }: KvSettings): Promise<void> {
    const { engine } = this.supervisor
    if (!engine || this.state.value.turns.length === 0 || engine.gpuBackend === (await this.supervisor.resolve(gpuBackend))) return
    void engine.client.unload().catch(() => {})
    const until = Date.now() + shutdownTimeoutMs
    while (this.state.value.turns.length > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
  }

  private reportMismatch(engine: EngineInfo, architecture: string, settings: KvSettings, context: ContextReport): void {
    if (!differs(context)) return
    const { version, platform } = this.host
    const { allocatedBytes, predictedBytes } = context
    const report = mismatchReport({ version, platform, engine, architecture, settings, context })
    this.state.notify({ code: 'plan-mismatch', facts: { allocatedBytes, predictedBytes } }, report)
  }
}

function assertWeightsFit(file: ModelFile, weightBytes: number, hasGpu: boolean): void {
  const memoryBytes = os.totalmem()
  if (!hasGpu && weightBytes > memoryBytes)
    throw coded('model-larger-than-memory', { path: file.path, neededBytes: weightBytes, memoryBytes })
}

function contextCreated({ allocatedBytes, threads, ...context }: ContextReport): EventFact {
  const { contextTokens, sequences, keyType, valueType, batchTokens, flashAttention, swaFullCache } = context
  const used = { threads: threads.chosen, cores: threads.cores, cacheBytes: allocatedBytes }
  return {
    code: 'context-created',
    facts: { contextTokens, sequences, keyType, valueType, batchTokens, flashAttention, swaFullCache, ...used },
  }
}
