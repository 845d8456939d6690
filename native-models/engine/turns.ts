/** Runs turns in the sequences of a context, and prompts in the background, which are turns without an answer. */
import { setImmediate } from 'node:timers/promises'
import { promptSettingsOf } from '../../core/contract/chat/tools'
import type { PrefixRequest, ProcessedPrefix } from '../../core/contract/chat/turn'
import { coded } from '../../core/contract/errors/coded-error'
import { SerialQueue } from '../../core/streams/serial-queue'
import type { AnswerHandle, PromptRequest } from '../process/backend'
import { TurnLog, turnStart } from '../process/turn-log'
import type { BatchScheduler } from './batch/batch-scheduler'
import type { ContextInMemory } from './context/create-context'
import type { ModelInMemory } from './llama/load-model'
import { type LivePreference, type LivePrefixes, leastSharedTokens } from './prefixes/live-prefixes'
import { PromptsInProcess } from './prefixes/prompts-in-process'
import { commonTrace } from './prompt/common-trace'
import { traceRequest } from './prompt/request-prompt'
import type { PromptTrace } from './prompt/trace-segments'
import type { TurnMemory } from './reuse/turn-memory'
import type { SequenceRecord } from './sequences/sequence-record'
import type { Slot, Slots } from './sequences/slots'
import type { DraftModel } from './speculation/draft-model'
import type { LoadWatch } from './threads/load-watch'
import type { ThreadGovernor } from './threads/thread-governor'
import { askerOf } from './turn/fetch-prefix'
import { processPrefix } from './turn/process-prefix'
import { runTurn } from './turn/run-turn'
import { type AnswerSequence, finishStopped, type Turn, whenAllStopped } from './turn/turn'

type Sequence = ContextInMemory['sequences'][number]

interface TurnParts {
  readonly loaded: ModelInMemory
  readonly context: ContextInMemory
  readonly contextQueue: SerialQueue
  readonly memory: TurnMemory
  readonly draftModel: DraftModel
  readonly slots: Slots<Sequence>
  readonly records: readonly SequenceRecord[]
  readonly prefixes: LivePrefixes
  readonly governor: ThreadGovernor
  readonly watch: LoadWatch
  readonly batches: BatchScheduler | undefined
}

interface BegunTurn {
  readonly request: PromptRequest
  readonly handles: readonly AnswerHandle[]
  readonly trace: () => PromptTrace
  readonly preference: LivePreference
}

export class ContextTurns {
  private readonly prompts = new PromptsInProcess()
  private readonly fetches = new SerialQueue()

  constructor(private readonly parts: TurnParts) {}

  async answer(request: PromptRequest, handles: readonly AnswerHandle[]): Promise<void> {
    const { slots, prefixes, loaded, context, memory } = this.parts
    const { conversationId, messages, sequence } = request
    if (sequence !== undefined && sequence >= slots.all.length) throw new Error(`Expected a sequence below ${slots.all.length}`)
    let traced: PromptTrace | undefined
    const trace = () => (traced ??= traceRequest(loaded, request))
    const preference = prefixes.preferenceFor(loaded.model, askerOf({ request }), trace, sequence)
    for (const { log } of handles) log.sent(request.sentAtMs)
    const onWait = (idle: number) => {
      for (const { log } of handles) log.waits({ for: 'sequences', wanted: handles.length, idle, sequences: context.report.sequences })
    }
    const taken = await slots.acquireMany(conversationId, handles.length, whenAllStopped(handles), preference, onWait)
    if (!taken) return finishStopped(handles, request, context)
    const shown = loaded.renderer.shown(messages, promptSettingsOf(request))
    await this.inTurn(taken, { request, handles, trace, preference }, runTurn, ({ index }, handle) => {
      const { text } = handle.log.readFrom(turnStart).update
      memory.holds(index, { ...request, messages: shown }, text)
    })
  }

  /** Throws `template-failed`, `prompt-too-long`, `prefix-too-short`. */
  async processPrefix({ prompts, ...prefix }: PrefixRequest, signal: AbortSignal): Promise<ProcessedPrefix> {
    const { slots, prefixes, loaded, memory } = this.parts
    const request: PromptRequest = { ...prefix, messages: prompts[0] ?? [], sentAtMs: Date.now() }
    const traces: PromptTrace[] = []
    for (const messages of prompts) {
      if (signal.aborted) return { promptTokens: 0, tokens: 0, processedTokens: 0, isComplete: false }
      traces.push(loaded.renderer.trace(messages, promptSettingsOf(request)))
      // A long prompt takes a while, so something else gets its chance.
      await setImmediate()
    }
    const traced = commonTrace(traces)
    const promptTokens = traced.tokens.length
    if (promptTokens <= leastSharedTokens) throw coded('prefix-too-short', { tokens: promptTokens, leastTokens: leastSharedTokens })
    const trace = () => traced
    const [nearest] = signal.aborted ? [] : prefixes.waysTo(loaded.model, traced, askerOf({ request }))
    if (nearest && nearest.reusedTokens >= promptTokens - 1) {
      if (!signal.aborted) await this.copyNext()
      return { promptTokens, tokens: nearest.reusedTokens, processedTokens: 0, isComplete: true }
    }
    const preference = prefixes.preferenceFor(loaded.model, askerOf({ request }), trace)
    const taken = await slots.acquireMany(request.conversationId, 1, signal, preference)
    if (!taken) return { promptTokens, tokens: 0, processedTokens: 0, isComplete: false }
    const handles = [{ log: new TurnLog('', request.conversationId), signal }]
    return this.inTurn(taken, { request, handles, trace, preference }, processPrefix, ({ index }) => memory.forget(index))
  }

  /** Copies the sequence that the next new conversation takes to memory, so its first token does not wait for the copy. */
  private async copyNext(): Promise<void> {
    const { slots, prefixes, contextQueue, memory } = this.parts
    const [next] = slots.idle
    const owner = next && prefixes.holdingOf(next)?.owner
    if (!next || owner === undefined || next.sequence.nextTokenIndex < leastSharedTokens) return
    await contextQueue.run(() => prefixes.copyOut(next, owner, memory.heldBy(next.index)))
  }

  private async inTurn<T>(
    taken: readonly Slot<Sequence>[],
    { request, handles, trace, preference }: BegunTurn,
    run: (turn: Turn) => Promise<T>,
    remember: (slot: Slot<Sequence>, handle: AnswerHandle) => void,
  ): Promise<T> {
    const { slots, records, governor, watch, prefixes, batches, loaded, context, contextQueue, memory, draftModel } = this.parts
    const { conversationId, restored } = request
    watch.turnStarted()
    const answers = taken.map(({ index, sequence }, at) => ({
      ...(handles[at] as AnswerHandle),
      sequence,
      index,
      record: records[index] as SequenceRecord,
    })) as [AnswerSequence, ...AnswerSequence[]]
    const [{ index }] = taken as [Slot<Sequence>]
    const leaving = prefixes.take(taken, conversationId, preference.continuing)
    const evicted = await contextQueue.run(() => prefixes.keepCopies(leaving, (at) => memory.heldBy(at)))
    if (restored) prefixes.measured.transferred('disk', restored.bytes, restored.ms)
    // The messages of a file of another conversation are unknown.
    const isHeld = answers[0].record.contents?.conversationId === conversationId && restored?.conversationId === undefined
    const turn: Turn = {
      loaded,
      context,
      contextQueue,
      batches: batches?.join(),
      governor,
      request,
      answers,
      before: memory.before(index, request, isHeld),
      draft: draftModel.sequence(index),
      store: { trace, prefixes, prompts: this.prompts, fetches: this.fetches, evicted },
      waitedMs: 0,
      hasBegun: false,
    }
    try {
      return await run(turn)
    } finally {
      turn.batches?.leave()
      for (const [at, slot] of taken.entries()) {
        if (turn.hasBegun) remember(slot, handles[at] as AnswerHandle)
        slots.release(slot)
      }
      prefixes.follow()
      watch.turnEnded()
    }
  }
}
