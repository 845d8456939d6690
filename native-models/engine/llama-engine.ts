/** The engine on llama.cpp: one model, one context, its sequences and turns. */
import type { Llama } from 'node-llama-cpp'
import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { AnswersRequest, ForeseenTurn, ForeseeRequest, PromptMessage, TurnRequest } from '../../core/contract/chat/turn'
import type { CompareResult, CompareTask } from '../../core/contract/compare/compare-tasks'
import { coded } from '../../core/contract/errors/coded-error'
import type { DraftReport } from '../../core/contract/models/draft'
import type { EngineInfo, LoadedModel } from '../../core/contract/models/models'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import type { OverflowRehearsal, OverflowRequest } from '../../core/contract/settings/overflow'
import { messageHash } from '../../core/sessions/message-hash'
import { SerialQueue } from '../../core/streams/serial-queue'
import { TokenCounter } from '../../core/text/token-counter'
import type { AnswerUnderWay, ContextRequest, EngineBackend } from '../process/backend'
import { type TurnLog, turnStart } from '../process/turn-log'
import { runAnswers, whenAllAborted } from './answers/run-answers'
import { measure } from './compare/measure'
import { type ContextInMemory, createContext } from './context/create-context'
import { LlamaLog } from './llama/llama-log'
import { describeEngine, loadLlama } from './llama/load-llama'
import { loadModel, type ModelInMemory } from './llama/load-model'
import { TurnMemory } from './reuse/turn-memory'
import { heldToken } from './sequences/held-token'
import { nearestTo } from './sequences/nearest-slot'
import { sampleSlot } from './sequences/sample-caches'
import type { SequenceContents } from './sequences/sequence-contents'
import { SequenceRecord } from './sequences/sequence-record'
import { restoreState, type SequenceHolder, saveState, sequenceStates } from './sequences/sequence-state'
import { Slots } from './sequences/slots'
import { DraftModel } from './speculation/draft-model'
import { LoadWatch } from './threads/load-watch'
import { ThreadGovernor } from './threads/thread-governor'
import { neverRan } from './turn/never-ran'
import { foreseePrompt, rehearseOverflow } from './turn/not-yet-sent'
import { runTurn } from './turn/run-turn'

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

  async runTurn(request: TurnRequest, log: TurnLog, signal: AbortSignal): Promise<void> {
    const { loaded, ready } = this.parts()
    const { context, slots, governor, watch, records } = ready
    const slot = await slots.acquire(request.conversationId, signal, nearestTo(loaded, request.messages))
    if (!slot) return log.finish(neverRan(request, context))
    watch.turnStarted()
    const record = records[slot.index] as SequenceRecord
    const isHeld = record.contents?.conversationId === request.conversationId
    const before = this.memory.before(slot.index, request, isHeld)
    let hasBegun = false
    try {
      const hold = (held: SequenceContents) => {
        record.hold(held)
        record.turnId = request.turnId
        hasBegun = true
      }
      const draft = this.draftModel.sequence(slot.index)
      const place = { loaded, context, sequence: slot.sequence, contextQueue: this.contextQueue, governor, before, record, hold, draft }
      await runTurn(place, request, log, signal)
    } finally {
      // A refused turn has not changed the sequence.
      if (hasBegun) this.memory.holds(slot.index, request, log.readFrom(turnStart).update.text)
      watch.turnEnded()
      slots.release(slot)
    }
  }

  assertSequences(answers: number): void {
    const { sequences } = this.parts().ready.context.report
    if (sequences < answers) throw coded('answers-refused', { reason: 'too-few-sequences', answers, sequences })
  }

  async runAnswers(request: AnswersRequest, answers: readonly AnswerUnderWay[]): Promise<void> {
    const { loaded, ready } = this.parts()
    const { context, slots, governor, watch } = ready
    const nearest = nearestTo(loaded, request.messages)
    const taken = await slots.acquireMany(request.conversationId, answers.length, whenAllAborted(answers), nearest)
    if (!taken) {
      for (const { log } of answers) log.finish(neverRan(request, context))
      return
    }
    watch.turnStarted()
    const [first] = taken as [(typeof taken)[number]]
    const records = taken.map(({ index }) => ready.records[index] as SequenceRecord)
    const [record, ...others] = records as [SequenceRecord, ...SequenceRecord[]]
    const isHeld = record.contents?.conversationId === request.conversationId
    const before = this.memory.before(first.index, request, isHeld)
    let hasBegun = false
    try {
      const hold = (held: SequenceContents) => {
        record.hold(held)
        hasBegun = true
      }
      const sequences = taken.map(({ sequence }) => sequence)
      for (const other of others) other.clear()
      const place = {
        loaded,
        context,
        sequence: first.sequence,
        sequences,
        contextQueue: this.contextQueue,
        governor,
        before,
        record,
        records,
        hold,
      }
      await runAnswers(place, request, answers)
    } finally {
      for (const [index, slot] of taken.entries()) {
        const text = answers[index]?.log.readFrom(turnStart).update.text ?? ''
        if (hasBegun) this.memory.holds(slot.index, request, text)
        slots.release(slot)
      }
      watch.turnEnded()
    }
  }

  async foresee(request: ForeseeRequest): Promise<ForeseenTurn> {
    const { loaded, ready } = this.parts()
    const { memory, counter } = this
    return foreseePrompt({ loaded, ready, memory, counter, isThere: () => this.ready === ready }, request)
  }

  async rehearse(messages: readonly PromptMessage[], overflow: OverflowRequest): Promise<OverflowRehearsal> {
    const { loaded, ready } = this.parts()
    return rehearseOverflow(loaded, ready.context.report, this.counter, messages, overflow)
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
