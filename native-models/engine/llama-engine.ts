/** The engine on llama.cpp: one model, one context, its sequences and turns. */
import type { Llama } from 'node-llama-cpp'
import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { PromptMessage, ReusePreview, ReusePreviewRequest } from '../../core/contract/chat/turn'
import type { CompareResult, CompareTask } from '../../core/contract/compare/compare-tasks'
import { coded } from '../../core/contract/errors/coded-error'
import type { DraftReport } from '../../core/contract/models/draft'
import type { EngineInfo, LoadedModel } from '../../core/contract/models/models'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import type { OverflowPreview, OverflowRequest } from '../../core/contract/settings/overflow'
import { messageHash } from '../../core/sessions/message-hash'
import { SerialQueue } from '../../core/streams/serial-queue'
import { TokenCounter } from '../../core/text/token-counter'
import type { AnswerHandle, ContextRequest, EngineBackend, PromptRequest } from '../process/backend'
import { type TurnEnd, turnStart } from '../process/turn-log'
import { measure } from './compare/measure'
import { type ContextInMemory, createContext } from './context/create-context'
import { LlamaLog } from './llama/llama-log'
import { describeEngine, loadLlama } from './llama/load-llama'
import { loadModel, type ModelInMemory } from './llama/load-model'
import { TurnMemory } from './reuse/turn-memory'
import { heldToken } from './sequences/held-token'
import { nearestTo } from './sequences/nearest-slot'
import { sampleSlot } from './sequences/sample-caches'
import { SequenceRecord } from './sequences/sequence-record'
import { restoreState, type SequenceHolder, saveState, sequenceStates } from './sequences/sequence-state'
import { Slots } from './sequences/slots'
import { DraftModel } from './speculation/draft-model'
import { LoadWatch } from './threads/load-watch'
import { ThreadGovernor } from './threads/thread-governor'
import { previewOverflow, previewReuse } from './turn/preview-reuse'
import { runTurn } from './turn/run-turn'
import { type AnswerSequence, type Turn, whenAllStopped } from './turn/turn'

interface Ready {
  readonly context: ContextInMemory
  readonly slots: Slots<ContextInMemory['sequences'][number]>
  readonly governor: ThreadGovernor
  readonly watch: LoadWatch
  /** By sequence index. */
  readonly records: readonly SequenceRecord[]
}

export class LlamaEngine implements EngineBackend {
  private readonly log = new LlamaLog()
  /** A llama.cpp context allows one caller at once. */
  private readonly contextQueue = new SerialQueue()
  /** Loads, creates and disposes one at a time, even if the caller has gone. */
  private readonly changes = new SerialQueue()
  /** Calibrated thread counts for benchmarks, by settings. */
  private readonly calibrated = new Map<string, number>()
  private readonly memory = new TurnMemory()
  private readonly draftModel = new DraftModel(this.log)
  private llama: Llama | undefined
  private isCpuOnly = false
  private loaded: ModelInMemory | undefined
  private counter = new TokenCounter(async (text) => this.countTokens(text))
  private ready: Ready | undefined

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
      const { loaded, ready } = this.parts()
      const layers = this.isCpuOnly ? 0 : gpuLayers
      // A running turn may use the current draft model.
      return this.contextQueue.run(() => this.draftModel.load(this.started(), { loaded, context: ready.context }, path, layers))
    })
  }

  unloadDraft(): Promise<void> {
    return this.changes.run(() => this.contextQueue.run(() => this.draftModel.dispose()))
  }

  unload(): Promise<void> {
    return this.changes.run(() => this.disposeAll())
  }

  private async newContext(request: ContextRequest): Promise<ContextReport> {
    const { loaded } = this
    if (!loaded) throw coded('no-model-loaded', {})
    await this.disposeContext()
    const cores = this.cores()
    const context = await createContext(loaded, this.log, cores, request)
    const governor = new ThreadGovernor(cores)
    this.memory.contextCreated({ modelPath: loaded.path, chatTemplate: loaded.chatTemplate, settings: request.settings })
    this.ready = {
      context,
      slots: new Slots(context.sequences),
      governor,
      watch: new LoadWatch(governor, () => {}),
      records: context.sequences.map(() => new SequenceRecord()),
    }
    return context.report
  }

  assertReady(): void {
    this.parts()
  }

  assertSequences(answers: number): void {
    const { sequences } = this.parts().ready.context.report
    if (sequences < answers) throw coded('answers-refused', { reason: 'too-few-sequences', answers, sequences })
  }

  async answer(request: PromptRequest, handles: readonly AnswerHandle[]): Promise<void> {
    const { loaded, ready } = this.parts()
    const { context, slots, governor, watch, records } = ready
    const { conversationId, messages } = request
    for (const { log } of handles) log.sent(request.sentAtMs)
    const taken = await slots.acquireMany(conversationId, handles.length, whenAllStopped(handles), nearestTo(loaded, messages))
    if (!taken) {
      const totalCells = context.report.contextTokens
      const end: TurnEnd = { stopReason: 'stopped', usedCells: 0, totalCells, seed: request.sampling.seed ?? 0, threads: 0 }
      for (const { log } of handles) log.finish(end)
      return
    }
    watch.turnStarted()
    const answers = taken.map(({ index, sequence }, at) => ({
      ...(handles[at] as AnswerHandle),
      sequence,
      record: records[index] as SequenceRecord,
    })) as [AnswerSequence, ...AnswerSequence[]]
    const [{ index }] = taken as [(typeof taken)[number]]
    const isHeld = answers[0].record.contents?.conversationId === conversationId
    const turn: Turn = {
      loaded,
      context,
      contextQueue: this.contextQueue,
      governor,
      request,
      answers,
      before: this.memory.before(index, request, isHeld),
      draft: this.draftModel.sequence(index),
      hasBegun: false,
    }
    try {
      await runTurn(turn)
    } finally {
      for (const [at, slot] of taken.entries()) {
        const { text } = (handles[at] as AnswerHandle).log.readFrom(turnStart).update
        if (turn.hasBegun) this.memory.holds(slot.index, request, text)
        slots.release(slot)
      }
      watch.turnEnded()
    }
  }

  async previewReuse(request: ReusePreviewRequest): Promise<ReusePreview> {
    const { loaded, ready } = this.parts()
    const { memory, counter } = this
    return previewReuse({ loaded, ...ready, memory, counter, isCurrent: () => this.ready === ready }, request)
  }

  async previewOverflow(messages: readonly PromptMessage[], overflow: OverflowRequest): Promise<OverflowPreview> {
    const { loaded, ready } = this.parts()
    return previewOverflow(loaded, ready.context.report, this.counter, messages, overflow)
  }

  async forget(conversationId: string): Promise<void> {
    const { ready } = this
    if (!ready) return
    const { slots, records } = ready
    // A turn that has just ended still has to release its sequence.
    for (let slot = await slots.acquireOwn(conversationId); slot; slot = await slots.acquireOwn(conversationId)) {
      const { sequence, index } = slot
      await this.contextQueue.run(() => sequence.clearHistory())
      records[index]?.clear()
      this.memory.forget(index)
      slot.conversationId = null
      slots.release(slot)
    }
  }

  sequences(): SequenceState[] {
    return sequenceStates(this.holder())
  }

  async saveSequence(conversationId: string, path: string, checkpointPaths: readonly string[]): Promise<SavedSequence> {
    const { index, ...saved } = await saveState(this.holder(), conversationId, path, checkpointPaths)
    return { ...saved, messages: this.memory.heldBy(index).map(messageHash) }
  }

  async restoreSequence(request: RestoreRequest): Promise<{ tokens: number }> {
    const { slots } = this.parts().ready
    const restored = await restoreState(this.holder(), request)
    // The file has only hashes of the messages, so the messages in the sequence are unknown.
    for (const { index } of slots.of(request.conversationId)) this.memory.forget(index)
    return restored
  }

  private holder(): SequenceHolder {
    const { slots, records, context } = this.parts().ready
    return { slots, records, contextQueue: this.contextQueue, report: context.report }
  }

  measure(task: CompareTask, signal: AbortSignal | undefined, onProgress: (share: number) => void): Promise<CompareResult> {
    return this.changes.run(async () => {
      const { loaded, log, calibrated } = this
      if (!loaded) throw coded('no-model-loaded', {})
      await this.disposeContext()
      return measure({ loaded, log, cores: this.cores(), calibrated, signal, onProgress }, task)
    })
  }

  countTokens(text: string): number {
    if (!this.loaded) throw coded('no-model-loaded', {})
    // The vocabulary is constant, so this doesn't wait for a turn.
    return this.loaded.model.tokenize(text).length
  }

  tokenAt(sequence: number, position: number): HeldToken | null {
    const slot = this.ready?.slots.all[sequence]
    return this.loaded && slot ? heldToken(this.loaded.model, slot.sequence, position) : null
  }

  sampleCaches(): CacheSample[] {
    if (!this.ready) return []
    const { context, slots, governor, records } = this.ready
    const threads = governor.threadsFor(context.report.threads.chosen)
    return slots.all.map((slot) => sampleSlot(slot, records, context.report, threads))
  }

  private cores(): number {
    return Math.max(1, this.started().cpuMathCores)
  }

  private started(): Llama {
    if (!this.llama) throw new Error('Expected start() before any other request')
    return this.llama
  }

  private parts(): { loaded: ModelInMemory; ready: Ready } {
    if (!this.loaded || !this.ready) throw coded('no-model-loaded', {})
    return { loaded: this.loaded, ready: this.ready }
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
    const { ready } = this
    this.ready = undefined
    ready?.watch.stop()
    await this.draftModel.disposeContext()
    await ready?.context.context.dispose()
  }
}
