import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { HeldPrompt } from '../../core/contract/cache/held-prompt'
import type { CacheStore, SavedPrefix } from '../../core/contract/cache/prefixes'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { PromptSettings } from '../../core/contract/chat/tools'
import type {
  PrefixRequest,
  ProcessedPrefix,
  PromptMessage,
  ReusePreview,
  ReusePreviewRequest,
  SavedPrefixQuestion,
} from '../../core/contract/chat/turn'
import type { DecodeCounts, Embedding, ShortText } from '../../core/contract/engine'
import { coded } from '../../core/contract/errors/coded-error'
import type { OverflowPreview, OverflowRequest } from '../../core/contract/settings/overflow'
import { messageHash } from '../../core/sessions/message-hash'
import type { SerialQueue } from '../../core/streams/serial-queue'
import type { TokenCounter } from '../../core/text/token-counter'
import type { AnswerHandle, PromptRequest } from '../process/backend'
import { IdleWork } from '../process/idle-work'
import { SavedTokens, savedTokens } from '../process/saved-tokens'
import { schedulerOf } from './batch/batch-scheduler'
import type { ContextInMemory } from './context/create-context'
import { Embedder } from './embeddings/embedder'
import type { LlamaLog } from './llama/llama-log'
import type { ModelInMemory } from './llama/load-model'
import { ShortWriter } from './own-context/short-writer'
import { findSaved } from './prefixes/find-saved'
import { listPrefixes } from './prefixes/list-prefixes'
import { idOf, LivePrefixes } from './prefixes/live-prefixes'
import type { TurnMemory } from './reuse/turn-memory'
import { heldPrompt } from './sequences/held-prompt'
import { heldTokens } from './sequences/held-tokens'
import { sampleSlot } from './sequences/sample-caches'
import { SequenceRecord } from './sequences/sequence-record'
import { fillSequence, restoreState, type SequenceHolder, saveState, sequenceStates } from './sequences/sequence-state'
import { type Slot, Slots } from './sequences/slots'
import type { DraftModel } from './speculation/draft-model'
import { LoadWatch } from './threads/load-watch'
import { ThreadGovernor } from './threads/thread-governor'
import { previewOverflow, previewReuse } from './turn/preview-reuse'
import { ContextTurns } from './turns'

export interface ConversationParts {
  readonly loaded: ModelInMemory
  readonly context: ContextInMemory
  readonly log: LlamaLog
  readonly cores: number
  readonly contextQueue: SerialQueue
  readonly memory: TurnMemory
  readonly counter: TokenCounter
  readonly draftModel: DraftModel
  readonly decodes: DecodeCounts
  /** For copies of prefixes in memory. */
  readonly copyBytes: number
}

export class Conversations {
  private readonly slots: Slots<ContextInMemory['sequences'][number]>
  private readonly records: readonly SequenceRecord[]
  private readonly prefixes: LivePrefixes
  private readonly governor: ThreadGovernor
  private readonly watch: LoadWatch
  private readonly turns: ContextTurns
  private readonly embedder: Embedder
  private readonly shortWriter: ShortWriter
  private readonly idleWork = new IdleWork()
  private readonly savedTokens = new SavedTokens((path) => savedTokens(path, this.report.contextTokens))
  private isClosed = false

  constructor(private readonly parts: ConversationParts) {
    const { context, contextQueue } = parts
    const { sequences } = context
    this.records = sequences.map(() => new SequenceRecord())
    this.prefixes = new LivePrefixes(context.report, this.records, () => this.slots.all)
    this.prefixes.copies.limit(parts.copyBytes)
    this.slots = new Slots(sequences, (idle, taken) => this.prefixes.inOrder(idle, taken))
    this.governor = new ThreadGovernor(parts.cores)
    this.watch = new LoadWatch(this.governor, () => {})
    const batches = schedulerOf({ context, contextQueue, governor: this.governor, decodes: parts.decodes })
    const { slots, records, prefixes, governor, watch } = this
    this.turns = new ContextTurns({ ...parts, slots, records, prefixes, governor, watch, batches })
    const own = { ...parts, report: this.report, governor, batches }
    this.embedder = new Embedder(own)
    this.shortWriter = new ShortWriter(own)
  }

  get context(): ContextInMemory {
    return this.parts.context
  }

  async close(): Promise<void> {
    this.isClosed = true
    await this.idleWork.close()
    await this.embedder.close()
    await this.shortWriter.close()
    await this.parts.contextQueue.run(async () => this.prefixes.copies.close())
    this.watch.stop()
  }

  assertSequences(answers: number): void {
    const { sequences } = this.report
    if (sequences < answers) throw coded('answers-refused', { reason: 'too-few-sequences', answers, sequences })
  }

  answer(request: PromptRequest, handles: readonly AnswerHandle[]): Promise<void> {
    return this.idleWork.before(() => this.turns.answer(request, handles))
  }

  /** Ends early if something else needs the context. Throws `template-failed`, `prompt-too-long`, `prefix-too-short`. */
  processPrefix(prefix: PrefixRequest, signal: AbortSignal | undefined): Promise<ProcessedPrefix> {
    return this.idleWork.run(signal, (ends) => this.turns.processPrefix(prefix, ends))
  }

  embed(tokens: readonly number[], signal: AbortSignal | undefined): Promise<Embedding> {
    return this.idleWork.before(() => this.embedder.embed(tokens, signal))
  }

  /** Ends early if something else needs the model. */
  writeShort(messages: readonly PromptMessage[], signal: AbortSignal | undefined): Promise<ShortText> {
    return this.idleWork.run(signal, (ends) => this.shortWriter.write(messages, ends))
  }

  previewReuse(request: ReusePreviewRequest): Promise<ReusePreview> {
    const { slots, records } = this
    const { copies } = this.prefixes
    return previewReuse({ ...this.parts, slots, records, copies, isCurrent: () => !this.isClosed }, request)
  }

  previewOverflow(messages: readonly PromptMessage[], settings: PromptSettings, overflow: OverflowRequest): Promise<OverflowPreview> {
    const { loaded, counter } = this.parts
    const shown = loaded.renderer.shown(messages, settings)
    return previewOverflow(loaded, this.report, counter, shown, settings, overflow)
  }

  async forget(conversationId: string): Promise<void> {
    const { copies } = this.prefixes
    this.hideCells(conversationId)
    await this.idleWork.before(() => this.forgetCells(conversationId))
    // Its sequence may have been taken in the meantime.
    this.hideCells(conversationId)
    await this.parts.contextQueue.run(async () => copies.forget(conversationId))
  }

  private hideCells(conversationId: string): void {
    for (const record of this.records) if (record.contents?.conversationId === conversationId) record.isPrivate = true
  }

  private async forgetCells(conversationId: string): Promise<void> {
    const { slots, records } = this
    const { contextQueue, memory } = this.parts
    // A turn that has just ended may still be releasing its sequence.
    for (let slot = await slots.acquireOwn(conversationId); slot; slot = await slots.acquireOwn(conversationId)) {
      const { sequence, index } = slot
      await contextQueue.run(() => sequence.clearHistory())
      records[index]?.clear()
      memory.forget(index)
      slot.conversationId = null
      slots.release(slot)
    }
  }

  sequences(): SequenceState[] {
    return sequenceStates(this.holder)
  }

  async save(conversationId: string, path: string, checkpointPaths: readonly string[]): Promise<SavedSequence> {
    const { index, ...saved } = await this.idleWork.before(() => saveState(this.holder, conversationId, path, checkpointPaths))
    const { measured, canCutAnywhere } = this.prefixes
    const processing = measured.knowsProcessing ? { processing: [...measured.rates.processing] as SavedSequence['processing'] } : {}
    return { ...saved, canCutAnywhere, messages: this.parts.memory.heldBy(index).map(messageHash), ...processing }
  }

  async restore(request: RestoreRequest): Promise<{ tokens: number }> {
    const restored = await this.idleWork.before(() => restoreState(this.holder, request))
    for (const { index } of this.slots.of(request.conversationId)) this.parts.memory.forget(index)
    return restored
  }

  /** Throws `prefix-not-found`. */
  async removePrefix(prefixId: string): Promise<void> {
    const { prefixes, slots, records } = this
    const slot = slots.all.find(({ index }) => idOf(index) === prefixId)
    const owner = slot && records[slot.index]?.contents?.conversationId
    if (owner !== undefined) await this.idleWork.before(() => this.forgetCells(owner))
    else if (!(await this.parts.contextQueue.run(async () => prefixes.copies.remove(prefixId))))
      throw coded('prefix-not-found', { prefixId })
  }

  /** Throws `prefix-not-found` if no copy in memory has this id. */
  async warmPrefix(prefixId: string): Promise<{ tokens: number; ms: number }> {
    const { copies } = this.prefixes
    const copy = copies.all.find(({ id }) => id === prefixId)
    if (!copy) throw coded('prefix-not-found', { prefixId })
    const { owner } = copy
    const held = this.slots.of(owner).find(({ sequence }) => sequence.nextTokenIndex >= copy.tokens)
    if (held) return { tokens: held.sequence.nextTokenIndex, ms: 0 }
    const began = performance.now()
    const { tokens } = await this.idleWork.before(() =>
      fillSequence(this.holder, owner, (sequence) => copies.restore(prefixId, sequence, copy.tokens)),
    )
    // It may have been evicted while this waited for a sequence.
    if (tokens === 0) throw coded('prefix-not-found', { prefixId })
    for (const { index } of this.slots.of(owner)) this.parts.memory.forget(index)
    return { tokens, ms: performance.now() - began }
  }

  copiedTokens(conversationId: string): number {
    return this.prefixes.copies.longestOf(conversationId)?.tokens.length ?? 0
  }

  limitCopies(bytes: number): Promise<void> {
    return this.parts.contextQueue.run(async () => this.prefixes.copies.limit(bytes))
  }

  heldPrompt(turnId: string): HeldPrompt | null {
    const slot = this.slots.all.find(({ index }) => this.records[index]?.turnId === turnId)
    const contents = slot && this.records[slot.index]?.contents
    return contents ? heldPrompt(this.parts.loaded.model, slot.sequence, contents) : null
  }

  async storedPrefixes(saved: readonly SavedPrefix[]): Promise<CacheStore> {
    const tokens = await this.savedTokens.of(saved)
    const { slots, records, report, prefixes } = this
    return listPrefixes({ loaded: this.parts.loaded, report, slots, records, prefixes }, saved, tokens)
  }

  async findSaved(question: SavedPrefixQuestion): Promise<string | null> {
    const { loaded } = this.parts
    const tokens = await this.savedTokens.of(question.saved)
    return findSaved(loaded, this.prefixes, question, loaded.renderer.trace(question.messages, question.settings), tokens)
  }

  tokensAt(sequence: number, from: number, to: number): HeldToken[] {
    const slot = this.slots.all[sequence]
    return slot ? heldTokens(this.parts.loaded.model, slot.sequence, from, to) : []
  }

  sampleCaches(): CacheSample[] {
    const { slots, records, governor, report } = this
    const threads = governor.threadsFor(report.threads.chosen)
    return slots.all.map((slot) => sampleSlot(slot, records, report, threads))
  }

  private get report(): ContextReport {
    return this.parts.context.report
  }

  private get holder(): SequenceHolder {
    const { slots, records, report, prefixes } = this
    const { contextQueue, memory } = this.parts
    const displace = async (slot: Slot<ContextInMemory['sequences'][number]>, conversationId: string) => {
      await prefixes.keepCopies(prefixes.take([slot], conversationId), (index) => memory.heldBy(index))
    }
    return { slots, records, report, contextQueue, displace }
  }
}
