import type { Llama } from 'node-llama-cpp'
import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { HeldPrompt } from '../../core/contract/cache/held-prompt'
import type { CacheStore, SavedPrefix } from '../../core/contract/cache/prefixes'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { PromptSettings } from '../../core/contract/chat/tools'
import type { PromptMessage, RawPrompt, ReusePreview, ReusePreviewRequest, SavedPrefixQuestion } from '../../core/contract/chat/turn'
import type { CompareResult, CompareTask } from '../../core/contract/compare/compare-tasks'
import type { DecodeCounts, Embedding, ShortText } from '../../core/contract/engine'
import { coded } from '../../core/contract/errors/coded-error'
import type { DraftReport } from '../../core/contract/models/draft'
import type { EngineInfo, LoadedModel } from '../../core/contract/models/models'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import type { OverflowPreview, OverflowRequest } from '../../core/contract/settings/overflow'
import { SerialQueue } from '../../core/streams/serial-queue'
import { TokenCounter } from '../../core/text/token-counter'
import type { AnswerHandle, ContextRequest, EngineBackend, PrefixKeeper, PromptRequest } from '../process/backend'
import { measure } from './compare/measure'
import { createContext } from './context/create-context'
import { Conversations } from './conversations'
import { endOfText } from './decode/token-sampler'
import { LlamaLog } from './llama/llama-log'
import { describeEngine, loadLlama } from './llama/load-llama'
import { loadModel, type ModelInMemory } from './llama/load-model'
import { promptReader } from './prompt/prompt-reader'
import { assertKnown } from './prompt/request-prompt'
import { TurnMemory } from './reuse/turn-memory'
import { DraftModel } from './speculation/draft-model'

export class LlamaEngine implements EngineBackend {
  private readonly log = new LlamaLog()
  private readonly contextQueue = new SerialQueue()
  private readonly changes = new SerialQueue()
  private readonly calibrated = new Map<string, number>()
  private readonly memory = new TurnMemory()
  private readonly draftModel = new DraftModel(this.log)
  readonly decodes: DecodeCounts = { calls: 0, busySequences: 0 }
  readonly prompts = promptReader(() => this.loadedModel(), endOfText)
  private llama: Llama | undefined
  private isCpuOnly = false
  private loaded: ModelInMemory | undefined
  private counter = new TokenCounter(async (text) => this.countTokens(text))
  private conversations: Conversations | undefined
  private copyBytes = 0
  readonly prefixKeeper: PrefixKeeper = {
    limitCopies: async (bytes) => {
      this.copyBytes = bytes
      await this.conversations?.limitCopies(bytes)
    },
    copiedTokens: (conversationId) => this.conversations?.copiedTokens(conversationId) ?? 0,
    warmPrefix: async (prefixId) => this.open().warmPrefix(prefixId),
    removePrefix: async (prefixId) => this.open().removePrefix(prefixId),
    processPrefix: async (request, signal) => this.open().processPrefix(request, signal),
  }

  async start(gpuBackend: GpuBackend): Promise<EngineInfo> {
    this.llama ??= await loadLlama(gpuBackend, this.log)
    this.isCpuOnly = gpuBackend === 'cpu'
    return describeEngine(this.llama, this.isCpuOnly)
  }

  loadModel(
    path: string,
    gpuLayers: number | 'auto',
    signal: AbortSignal | undefined,
    onProgress: (share: number) => void,
    chatTemplate: string | null = null,
  ): Promise<LoadedModel> {
    return this.changes.run(async () => {
      const llama = this.started()
      await this.disposeAll()
      signal?.throwIfAborted()
      this.counter = new TokenCounter(async (text) => this.countTokens(text))
      this.loaded = await loadModel(llama, this.log, path, this.isCpuOnly ? 0 : gpuLayers, signal, onProgress, chatTemplate)
      return this.loaded.description
    })
  }

  createContext(request: ContextRequest): Promise<ContextReport> {
    return this.changes.run(() => this.newContext(request))
  }

  loadDraft(path: string, gpuLayers: number | 'auto'): Promise<DraftReport> {
    return this.changes.run(() => {
      const { context } = this.open()
      const loaded = this.loadedModel()
      const layers = this.isCpuOnly ? 0 : gpuLayers
      return this.contextQueue.run(() => this.draftModel.load(this.started(), { loaded, context }, path, layers))
    })
  }

  unloadDraft(): Promise<void> {
    return this.changes.run(() => this.contextQueue.run(() => this.draftModel.dispose()))
  }

  unload(): Promise<void> {
    return this.changes.run(() => this.disposeAll())
  }

  private async newContext(request: ContextRequest): Promise<ContextReport> {
    const loaded = this.loadedModel()
    await this.disposeContext()
    const cores = this.cores()
    const context = await createContext(loaded, this.log, cores, request)
    this.memory.contextCreated({ modelPath: loaded.path, chatTemplate: loaded.chatTemplate, settings: request.settings })
    const { log, contextQueue, memory, counter, draftModel, decodes, copyBytes } = this
    this.conversations = new Conversations({ loaded, context, log, cores, contextQueue, memory, counter, draftModel, decodes, copyBytes })
    return context.report
  }

  assertReady(): void {
    this.open()
  }

  assertSequences(answers: number): void {
    this.open().assertSequences(answers)
  }

  async answer(request: PromptRequest, handles: readonly AnswerHandle[]): Promise<void> {
    return this.open().answer(request, handles)
  }

  async previewReuse(request: ReusePreviewRequest): Promise<ReusePreview> {
    return this.open().previewReuse(request)
  }

  async previewOverflow(messages: readonly PromptMessage[], settings: PromptSettings, overflow: OverflowRequest): Promise<OverflowPreview> {
    return this.open().previewOverflow(messages, settings, overflow)
  }

  async forget(conversationId: string): Promise<void> {
    await this.conversations?.forget(conversationId)
  }

  sequences(): SequenceState[] {
    return this.open().sequences()
  }

  async saveSequence(conversationId: string, path: string, checkpointPaths: readonly string[]): Promise<SavedSequence> {
    return this.open().save(conversationId, path, checkpointPaths)
  }

  async restoreSequence(request: RestoreRequest): Promise<{ tokens: number }> {
    return this.open().restore(request)
  }

  async findSaved(question: SavedPrefixQuestion): Promise<string | null> {
    return this.open().findSaved(question)
  }

  async prefixes(saved: readonly SavedPrefix[]): Promise<CacheStore> {
    return this.open().storedPrefixes(saved)
  }

  measure(task: CompareTask, signal: AbortSignal | undefined, onProgress: (share: number) => void): Promise<CompareResult> {
    return this.changes.run(async () => {
      const { log, calibrated } = this
      const loaded = this.loadedModel()
      await this.disposeContext()
      return measure({ loaded, log, cores: this.cores(), calibrated, signal, onProgress }, task)
    })
  }

  async embed(input: RawPrompt, signal: AbortSignal | undefined): Promise<Embedding> {
    const conversations = this.open()
    const tokens = 'text' in input ? this.prompts.tokenize(input.text, true, true) : input.tokens
    assertKnown(this.loadedModel().model, tokens)
    return conversations.embed(tokens, signal)
  }

  async writeShort(messages: readonly PromptMessage[], signal: AbortSignal | undefined): Promise<ShortText> {
    return this.open().writeShort(messages, signal)
  }

  countTokens(text: string): number {
    return this.loadedModel().model.tokenize(text).length
  }

  heldPrompt(turnId: string): HeldPrompt | null {
    return this.conversations?.heldPrompt(turnId) ?? null
  }

  tokensAt(sequence: number, from: number, to: number): HeldToken[] {
    return this.conversations?.tokensAt(sequence, from, to) ?? []
  }

  sampleCaches(): CacheSample[] {
    return this.conversations?.sampleCaches() ?? []
  }

  private cores(): number {
    return Math.max(1, this.started().cpuMathCores)
  }

  private started(): Llama {
    if (!this.llama) throw new Error('Expected start() before any other request')
    return this.llama
  }

  private loadedModel(): ModelInMemory {
    if (!this.loaded) throw coded('no-model-loaded', {})
    return this.loaded
  }

  private open(): Conversations {
    if (!this.conversations) throw coded('no-model-loaded', {})
    return this.conversations
  }

  private async disposeAll(): Promise<void> {
    await this.disposeContext()
    await this.draftModel.dispose()
    const { loaded } = this
    this.loaded = undefined
    this.calibrated.clear()
    await loaded?.model.dispose()
  }

  private async disposeContext(): Promise<void> {
    const { conversations } = this
    this.conversations = undefined
    await conversations?.close()
    await this.draftModel.disposeContext()
    await conversations?.context.context.dispose()
  }
}
