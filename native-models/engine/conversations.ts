import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { HeldPrompt } from '../../core/contract/cache/held-prompt'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import { type PromptSettings, promptSettingsOf } from '../../core/contract/chat/tools'
import type { PromptMessage, ReusePreview, ReusePreviewRequest } from '../../core/contract/chat/turn'
import { coded } from '../../core/contract/errors/coded-error'
import type { OverflowPreview, OverflowRequest } from '../../core/contract/settings/overflow'
import { messageHash } from '../../core/sessions/message-hash'
import type { SerialQueue } from '../../core/streams/serial-queue'
import type { TokenCounter } from '../../core/text/token-counter'
import type { AnswerHandle, PromptRequest } from '../process/backend'
import { type TurnEnd, turnStart } from '../process/turn-log'
import { type BatchScheduler, schedulerOf } from './batch/batch-scheduler'
import type { ContextInMemory } from './context/create-context'
import type { ModelInMemory } from './llama/load-model'
import type { TurnMemory } from './reuse/turn-memory'
import { heldPrompt } from './sequences/held-prompt'
import { heldToken } from './sequences/held-token'
import { nearestTo } from './sequences/nearest-slot'
import { sampleSlot } from './sequences/sample-caches'
import { SequenceRecord } from './sequences/sequence-record'
import { restoreState, type SequenceHolder, saveState, sequenceStates } from './sequences/sequence-state'
import { Slots } from './sequences/slots'
import type { DraftModel } from './speculation/draft-model'
import { LoadWatch } from './threads/load-watch'
import { ThreadGovernor } from './threads/thread-governor'
import { previewOverflow, previewReuse } from './turn/preview-reuse'
import { runTurn } from './turn/run-turn'
import { type AnswerSequence, type Turn, whenAllStopped } from './turn/turn'

export interface ConversationParts {
  readonly loaded: ModelInMemory
  readonly context: ContextInMemory
  readonly cores: number
  readonly contextQueue: SerialQueue
  readonly memory: TurnMemory
  readonly counter: TokenCounter
  readonly draftModel: DraftModel
}

export class Conversations {
  private readonly slots: Slots<ContextInMemory['sequences'][number]>
  private readonly records: readonly SequenceRecord[]
  private readonly governor: ThreadGovernor
  private readonly watch: LoadWatch
  private readonly batches: BatchScheduler | undefined
  private isClosed = false

  constructor(private readonly parts: ConversationParts) {
    const { context, contextQueue } = parts
    const { sequences } = context
    this.slots = new Slots(sequences)
    this.records = sequences.map(() => new SequenceRecord())
    this.governor = new ThreadGovernor(parts.cores)
    this.watch = new LoadWatch(this.governor, () => {})
    this.batches = schedulerOf({ context, contextQueue, governor: this.governor })
  }

  get context(): ContextInMemory {
    return this.parts.context
  }

  close(): void {
    this.isClosed = true
    this.watch.stop()
  }

  assertSequences(answers: number): void {
    const { sequences } = this.report
    if (sequences < answers) throw coded('answers-refused', { reason: 'too-few-sequences', answers, sequences })
  }

  async answer(request: PromptRequest, handles: readonly AnswerHandle[]): Promise<void> {
    const { slots, records, governor, watch } = this
    const { loaded, context, contextQueue, memory, draftModel } = this.parts
    const { conversationId, messages } = request
    for (const { log } of handles) log.sent(request.sentAtMs)
    const onWait = (idle: number) => {
      for (const { log } of handles) log.waits({ wanted: handles.length, idle, sequences: context.report.sequences })
    }
    const taken = await slots.acquireMany(conversationId, handles.length, whenAllStopped(handles), nearestTo(loaded, request), onWait)
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
      index,
      record: records[index] as SequenceRecord,
    })) as [AnswerSequence, ...AnswerSequence[]]
    const [{ index }] = taken as [(typeof taken)[number]]
    const shown = loaded.renderer.shown(messages, promptSettingsOf(request))
    const isHeld = answers[0].record.contents?.conversationId === conversationId
    const turn: Turn = {
      loaded,
      context,
      contextQueue,
      batches: this.batches?.join(),
      governor,
      request,
      answers,
      before: memory.before(index, request, isHeld),
      draft: draftModel.sequence(index),
      hasBegun: false,
    }
    try {
      await runTurn(turn)
    } finally {
      turn.batches?.leave()
      for (const [at, slot] of taken.entries()) {
        const { text } = (handles[at] as AnswerHandle).log.readFrom(turnStart).update
        if (turn.hasBegun) memory.holds(slot.index, { ...request, messages: shown }, text)
        slots.release(slot)
      }
      watch.turnEnded()
    }
  }

  previewReuse(request: ReusePreviewRequest): Promise<ReusePreview> {
    const { slots, records } = this
    return previewReuse({ ...this.parts, slots, records, isCurrent: () => !this.isClosed }, request)
  }

  previewOverflow(messages: readonly PromptMessage[], settings: PromptSettings, overflow: OverflowRequest): Promise<OverflowPreview> {
    const { loaded, counter } = this.parts
    const shown = loaded.renderer.shown(messages, settings)
    return previewOverflow(loaded, this.report, counter, shown, settings, overflow)
  }

  async forget(conversationId: string): Promise<void> {
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
    const { index, ...saved } = await saveState(this.holder, conversationId, path, checkpointPaths)
    return { ...saved, messages: this.parts.memory.heldBy(index).map(messageHash) }
  }

  async restore(request: RestoreRequest): Promise<{ tokens: number }> {
    const restored = await restoreState(this.holder, request)
    for (const { index } of this.slots.of(request.conversationId)) this.parts.memory.forget(index)
    return restored
  }

  heldPrompt(turnId: string): HeldPrompt | null {
    const slot = this.slots.all.find(({ index }) => this.records[index]?.turnId === turnId)
    const contents = slot && this.records[slot.index]?.contents
    return contents ? heldPrompt(this.parts.loaded.model, slot.sequence, contents) : null
  }

  tokenAt(sequence: number, position: number): HeldToken | null {
    const slot = this.slots.all[sequence]
    return slot ? heldToken(this.parts.loaded.model, slot.sequence, position) : null
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
    const { slots, records, report } = this
    return { slots, records, report, contextQueue: this.parts.contextQueue }
  }
}
