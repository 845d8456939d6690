/**
 * Random turns of several conversations in one engine. Each message has a canary, so a cell of another conversation shows in the tokens of a
 * sequence, and a cell that was computed from other tokens shows in its logits.
 */
import { setTimeout } from 'node:timers/promises'
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { RestoredSession } from '../../../../core/contract/cache/sessions'
import type { TurnMetrics } from '../../../../core/contract/chat/turn'
import { failureOf } from '../../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../../core/contract/settings/kv-defaults'
import { defaultSampling, type SamplingSettings } from '../../../../core/contract/settings/sampling'
import { seededRandom } from '../../../../core/stats/seeded-random'
import { TurnLog, turnStart } from '../../../process/turn-log'
import { type ContextInMemory, createContext } from '../../context/create-context'
import { LlamaLog } from '../../llama/llama-log'
import type { ModelInMemory } from '../../llama/load-model'
import type { LlamaEngine } from '../../llama-engine'
import { traceRequest } from '../../prompt/request-prompt'
import type { SequenceRecord } from '../../sequences/sequence-record'
import { idOf, type LivePrefixes } from '../live-prefixes'
import { type Conversation, promptsWith, RandomConversations } from './random-conversations'
import { SavedStates } from './saved-states'
import { ShadowTexts } from './shadow-texts'
import { coldDistribution, largestDifference, WatchedLogits } from './watched-logits'

export interface Running {
  readonly log: TurnLog
  readonly abort: AbortController
  readonly ended: Promise<void>
}
interface Opened {
  readonly loaded: ModelInMemory
  readonly conversations: {
    readonly context: ContextInMemory
    readonly records: readonly SequenceRecord[]
    readonly prefixes: LivePrefixes
  }
}

const sequences = 3
const batchTokens = 64
const contextTokens = 1024
/** The turn of work in the background. */
const inBackground = ''
/** For some copies. */
const copyBytes = 24 * 2 ** 20
const exact = { ...defaultKvSettings, flashAttention: 'off', keyType: 'f32', valueType: 'f32', threads: 1, batchTokens } as const
export class IsolationRun {
  readonly counts = new Map<string, number>()
  readonly steps: string[] = []
  /** In ln p, since the model was loaded. */
  largest = 0
  private tolerance = 0
  watched: WatchedLogits | undefined
  /** Otherwise, one distribution in five is compared. */
  watchesAll = false
  private conversations = new RandomConversations(seededRandom(1), (what) => this.note(what))
  private readonly states: SavedStates
  private shadow: ShadowTexts | undefined
  private cold: ContextInMemory | undefined
  private readonly answering = new Map<string, number>()

  constructor(private readonly engine: LlamaEngine) {
    this.states = new SavedStates(engine)
  }

  async load(file: string, seed: number, tolerance: number): Promise<void> {
    this.tolerance = tolerance
    this.largest = 0
    this.conversations = new RandomConversations(seededRandom(seed), (what) => this.note(what))
    this.steps.length = 0
    this.states.clear()
    await this.cold?.context.dispose()
    await this.engine.loadModel(file, 0, undefined, () => {})
    await this.createContext()
    const { loaded } = this.opened
    this.shadow = new ShadowTexts(loaded.model)
    const request = { settings: { ...exact, sequences: 1 }, contextTokens, predictedBytes: null }
    this.cold = await createContext(loaded, new LlamaLog(), 1, request)
    // The second one copies the system prompt.
    for (let first = 0; first < 2; first++) await this.start(this.conversations.begin([], false, 0)).ended
  }

  async close(): Promise<void> {
    this.watched?.dispose()
    await this.cold?.context.dispose()
    this.states.remove()
  }

  begin = (isPrivate: boolean, trunkAt: number): Conversation => this.conversations.begin([], isPrivate, trunkAt)

  /** Some turns at the same time, and sometimes something between them. Throws if a conversation got cells of another one. */
  async round(): Promise<void> {
    const running: Running[] = []
    const background = this.chance(0.3) ? this.processShared() : undefined
    // Turns end it, so it gets some time for itself.
    if (background) await Promise.race([background.ended, ...(this.chance(0.5) ? [setTimeout(this.below(30))] : [])])
    for (let turns = 1 + this.below(3); turns > 0; turns--) {
      const before = running.at(-1)
      // Sometimes in the middle of the answer of another one, sometimes in its prompt.
      if (before && this.chance(0.7)) await changed(before.log, () => before.log.outputCount > this.below(6))
      const conversation = this.conversations.next((id) => this.answering.has(id))
      running.push(this.start(conversation, this.chance(0.3) ? await this.restoreFor(conversation) : undefined))
    }
    for (const { log, abort } of running) {
      if (!this.chance(0.2)) continue
      if (this.chance(0.5)) await changed(log, () => log.outputCount > 0)
      this.note('stop')
      abort.abort()
    }
    if (background && this.chance(0.2)) background.abort.abort()
    for (const { ended } of running) await ended
    await background?.ended
    if (this.chance(0.2)) await this.forgetOne()
    if (this.chance(0.3)) await this.saveOne()
    await this.check()
    if (this.chance(0.1)) await this.kill()
  }

  start(conversation: Conversation, restored?: RestoredSession): Running {
    const { id, messages, isPrivate } = conversation
    const answers = this.chance(0.15) ? 2 : 1
    const [turn, from] = [this.conversations.nextId(), restored ? ' after a restore' : '']
    const sent = messages.map(({ text }) => text.slice(0, 9)).join(' | ')
    this.steps.push(`${id} asks${isPrivate ? ' privately' : ''}${from} for ${answers}: ${sent}`)
    if (answers > 1) this.note('several answers')
    const request = {
      conversationId: id,
      messages,
      isPrivate,
      sampling: this.sampling(),
      sentAtMs: Date.now(),
      ...(restored ? { restored } : {}),
    }
    const abort = new AbortController()
    const logs = Array.from({ length: answers }, (_, at) => new TurnLog(`t${turn}-${at}`, id))
    const handles = logs.map((log) => ({ log, signal: abort.signal }))
    const [log] = logs as [TurnLog]
    const { loaded } = this.opened
    const prompt = traceRequest(loaded, request).tokens
    for (const { turnId } of logs) this.shadow?.turn(turnId, id, prompt)
    this.answering.set(id, (this.answering.get(id) ?? 0) + 1)
    const busy = this.busyAtPrefill(log)
    const ended = this.engine
      .answer(request, handles)
      .then(
        async () => {
          const { metrics, text } = log.readFrom(turnStart).update
          if (metrics) this.explain(metrics, await busy)
          conversation.messages = [...messages, { role: 'assistant', text: text || 'ok' }]
        },
        (error: unknown) => {
          // The conversation is too long by now.
          if (failureOf(error)?.code !== 'prompt-too-long') throw error
          this.conversations.without(conversation)
        },
      )
      .finally(() => {
        const left = (this.answering.get(id) ?? 1) - 1
        if (left > 0) this.answering.set(id, left)
        else this.answering.delete(id)
      })
    return { log, abort, ended }
  }

  /** Turns that begin in the meantime interrupt it. */
  private processShared(): { readonly abort: AbortController; readonly ended: Promise<void> } {
    const shared = this.conversations.sharedText()
    const abort = new AbortController()
    const prompts = promptsWith(shared)
    this.steps.push(`${shared.id} is processed in the background`)
    this.shadow?.mayHold(shared.id, shared.text)
    const request = { conversationId: shared.id, prompts, sampling: defaultSampling }
    const ended = this.engine.prefixKeeper.processPrefix(request, abort.signal).then(({ isComplete, processedTokens }) => {
      if (processedTokens > 0) this.note(isComplete ? 'processed in the background' : 'interrupted in the background')
    })
    return { abort, ended }
  }

  private sampling(): SamplingSettings {
    const { isRecurrent, isHybrid } = this.opened.loaded.model.fileInsights
    const drafts = !isRecurrent && !isHybrid && this.chance(0.2)
    if (drafts) this.note('drafts')
    const sampling = { ...defaultSampling, temperature: 1, seed: this.below(1000), maxTokens: 1 + this.below(20), ignoreEndOfText: true }
    return { ...sampling, speculation: drafts ? 'prompt-lookup' : 'off' }
  }

  /** The conversations that were answering when the turn had its prefix. */
  private async busyAtPrefill(log: TurnLog): Promise<ReadonlySet<string>> {
    await changed(log, () => !['queued', 'tokenizing'].includes(log.readFrom(turnStart).update.phase))
    return new Set(this.answering.keys())
  }

  private explain({ reuse }: TurnMetrics, busy: ReadonlySet<string>): void {
    for (const { reason } of reuse?.evicted ?? []) this.note(`evict: ${reason}`)
    if (!reuse?.source) return
    const { way, conversationId } = reuse.source
    this.note(way)
    if (this.conversations.shared.some(({ id }) => id === conversationId)) this.note('from the background')
    if (way === 'copied' && busy.has(conversationId)) this.note('copied from busy')
    const from = this.conversations.all.find(({ id }) => id === conversationId)
    if (from?.isPrivate) throw new Error(`Cells of the private conversation ${from.id} were shared`)
  }

  private async forgetOne(): Promise<void> {
    const { all, shared } = this.conversations
    const list: { readonly id: string }[] = this.chance(0.2) ? shared : all
    const [gone] = list.splice(this.below(list.length), 1)
    if (!gone) return
    this.steps.push(`${gone.id} is forgotten`)
    this.note('forget')
    this.states.forget(gone.id)
    await this.engine.forget(gone.id)
  }

  private async saveOne(): Promise<void> {
    const held = this.engine.sequences().filter(({ conversationId, tokens }) => conversationId !== null && tokens > 0)
    const chosen = held[this.below(held.length)]
    const conversation = this.conversations.all.find(({ id, isPrivate }) => id === chosen?.conversationId && !isPrivate)
    if (!chosen || !conversation || !(await this.states.save(conversation.id, chosen))) return
    this.steps.push(`${conversation.id} is saved`)
    this.note('save')
    if (this.chance(0.5)) return
    await this.engine.forget(conversation.id)
    const restored = await this.restoreFor(conversation)
    this.conversations.ask(conversation)
    await this.start(conversation, restored).ended
  }

  /** As main does before a turn: the conversation's own file, or that of another one. */
  private async restoreFor({ id, isPrivate }: Conversation): Promise<RestoredSession | undefined> {
    if (isPrivate || this.engine.sequences().some(({ conversationId, tokens }) => conversationId === id && tokens > 0)) return undefined
    const { all } = this.states
    const state = this.states.of(id) ?? all[this.below(all.length)]
    if (!state) return undefined
    const isOwn = state.conversationId === id
    this.note(isOwn ? 'restore' : 'restore another one')
    this.steps.push(`${id} restores the file of ${state.conversationId}`)
    const tokens = await this.states.restore(state, id)
    const held = this.opened.conversations.context.sequences.find((_, index) => this.ownerOf(index) === id)
    this.shadow?.restored(id, held?.contextTokens ?? [])
    return { tokens, bytes: state.bytes, ms: 1, ...(isOwn ? {} : { conversationId: state.conversationId }) }
  }

  /** As after the death of the engine: all cells and records are gone, and conversations and files stay. */
  private async kill(): Promise<void> {
    this.steps.push('the engine is killed')
    this.note('kill')
    await this.createContext()
  }

  private async createContext(): Promise<void> {
    this.watched?.dispose()
    await this.engine.createContext({ settings: { ...exact, sequences }, contextTokens, predictedBytes: null })
    await this.engine.prefixKeeper.limitCopies(copyBytes)
    const { context, records } = this.opened.conversations
    this.watched = new WatchedLogits(
      context,
      (index) => records[index]?.turnId ?? null,
      () => this.watchesAll || this.chance(0.2),
    )
  }

  async check(): Promise<void> {
    const { context, records, prefixes } = this.opened.conversations
    prefixes.follow()
    for (const [index, sequence] of context.sequences.entries())
      this.checkSequence(index, sequence, records[index] as SequenceRecord, prefixes)
    const { watched, cold } = this
    if (!watched || !cold?.internals) throw new Error('Expected a loaded model')
    for (const { sequence, turnId, tokens, next } of watched.observations) {
      if (turnId !== inBackground) this.shadow?.check(turnId ?? '', tokens)
      const alone = await coldDistribution(cold.sequences[0] as LlamaContextSequence, cold.internals, tokens, batchTokens)
      const difference = largestDifference(alone, next)
      this.largest = Math.max(this.largest, difference)
      this.note('logits')
      if (difference < this.tolerance) continue
      const text = this.opened.loaded.model.detokenize([...tokens], true)
      throw new Error(`The logits of sequence ${sequence} differ by ${difference} after ${tokens.length} tokens: ${text.slice(-300)}`)
    }
    watched.observations = []
  }

  private checkSequence(
    index: number,
    sequence: LlamaContextSequence,
    { contents, turnId }: SequenceRecord,
    { store }: LivePrefixes,
  ): void {
    const tokens = sequence.contextTokens
    if (turnId !== null && turnId !== inBackground && contents) this.shadow?.check(turnId, tokens)
    const { all, shared } = this.conversations
    const owner = all.find(({ id }) => id === contents?.conversationId)
    const ownerId = owner?.id ?? shared.find(({ id }) => id === contents?.conversationId)?.id
    if (ownerId !== undefined && tokens.length > 0) this.shadow?.checkOwner(ownerId, tokens)
    const listed = store.holdings.find(({ id }) => id === idOf(index))
    if (!listed) return
    if (owner?.isPrivate) throw new Error(`The store has the private conversation ${owner.id}`)
    if (listed.owner !== contents?.conversationId || store.tokensOf(listed.id).join() !== tokens.join())
      throw new Error(`The store has other tokens than sequence ${index}`)
  }

  private ownerOf = (index: number): string | undefined => this.opened.conversations.records[index]?.contents?.conversationId

  private get opened(): Opened {
    return this.engine as unknown as Opened
  }

  private note(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
  private chance = (share: number): boolean => this.conversations.chance(share)
  private below = (limit: number): number => this.conversations.below(limit)
}

async function changed(log: TurnLog, isReached: () => boolean): Promise<void> {
  let cursor = turnStart
  while (!isReached() && !log.isOver) {
    cursor = log.readFrom(cursor).cursor
    await log.changedSince(cursor, undefined)
  }
}
