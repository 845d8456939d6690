/**
 * Random turns of several conversations in one engine. Each message has a canary, so a cell of another conversation shows in the tokens of a
 * sequence, and a cell that was computed from other tokens shows in its logits.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LlamaContextSequence } from 'node-llama-cpp'
import type { PromptMessage, TurnMetrics } from '../../../../core/contract/chat/turn'
import { defaultKvSettings } from '../../../../core/contract/settings/kv-defaults'
import { defaultSampling } from '../../../../core/contract/settings/sampling'
import { type Random, seededRandom } from '../../../../core/stats/seeded-random'
import { TurnLog, turnStart } from '../../../process/turn-log'
import { type ContextInMemory, createContext } from '../../context/create-context'
import { LlamaLog } from '../../llama/llama-log'
import type { ModelInMemory } from '../../llama/load-model'
import type { LlamaEngine } from '../../llama-engine'
import type { SequenceRecord } from '../../sequences/sequence-record'
import { coldDistribution, largestDifference, WatchedLogits } from './watched-logits'

interface Conversation {
  readonly id: string
  readonly isPrivate: boolean
  messages: PromptMessage[]
}
interface Running {
  readonly log: TurnLog
  readonly abort: AbortController
  readonly ended: Promise<void>
}
interface Opened {
  readonly loaded: ModelInMemory
  readonly conversations: { readonly context: ContextInMemory; readonly records: readonly SequenceRecord[] }
}

const sequences = 3
const batchTokens = 64
const contextTokens = 1024
/** For some copies. */
const copyBytes = 24 * 2 ** 20
/** In ln p. Cells of another text are off by more: in the mixed batches that llama.cpp evaluated wrongly, by 0.47. */
const tolerance = 0.05
const words = 'one two three four five six seven eight nine ten '
const trunks = ['Be brief. ', 'Be kind. ', 'Be exact. '].map((text) => text + words.repeat(6))

export class IsolationRun {
  readonly counts = new Map<string, number>()
  readonly steps: string[] = []
  largest = 0
  private random: Random = seededRandom(1)
  private conversations: Conversation[] = []
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'headroom-test-'))
  private ids = 0
  private watched: WatchedLogits | undefined
  private cold: ContextInMemory | undefined

  constructor(private readonly engine: LlamaEngine) {}

  async load(file: string, seed: number): Promise<void> {
    this.random = seededRandom(seed)
    this.conversations = []
    this.steps.length = 0
    await this.closeContexts()
    await this.engine.loadModel(file, 0, undefined, () => {})
    const settings = { ...defaultKvSettings, flashAttention: 'off', keyType: 'f32', valueType: 'f32', threads: 1, batchTokens } as const
    await this.engine.createContext({ settings: { ...settings, sequences }, contextTokens, predictedBytes: null })
    await this.engine.prefixKeeper.limitCopies(copyBytes)
    const { loaded, conversations } = this.opened
    const request = { settings: { ...settings, sequences: 1 }, contextTokens, predictedBytes: null }
    this.cold = await createContext(loaded, new LlamaLog(), 1, request)
    this.watched = new WatchedLogits(conversations.context, () => this.chance(0.2))
    // The second one copies the system prompt.
    for (let first = 0; first < 2; first++) await this.start(this.begin([], false, 0)).ended
  }

  async close(): Promise<void> {
    await this.closeContexts()
    rmSync(this.folder, { recursive: true })
  }

  /** Some turns at the same time, and sometimes a file between them. Throws if a conversation got cells of another one. */
  async round(): Promise<void> {
    const running: Running[] = []
    for (let turns = 1 + this.below(3); turns > 0; turns--) {
      const before = running.at(-1)
      // Sometimes in the middle of the answer of another one, sometimes in its prompt.
      if (before && this.chance(0.7)) await changed(before.log, () => before.log.outputCount > this.below(6))
      running.push(this.start(this.someConversation()))
    }
    for (const { log, abort } of running) {
      if (!this.chance(0.2)) continue
      if (this.chance(0.5)) await changed(log, () => log.outputCount > 0)
      this.note('stop')
      abort.abort()
    }
    for (const { ended } of running) await ended
    if (this.chance(0.2)) await this.forgetOne()
    if (this.chance(0.25)) await this.saveAndRestore()
    await this.check()
  }

  private someConversation(): Conversation {
    const idle = this.conversations.filter(({ messages }) => messages.at(-1)?.role === 'assistant')
    const known = idle[this.below(idle.length)]
    if (!known || this.chance(0.4)) return this.begin([], this.chance(0.2))
    const roll = this.random()
    if (roll < 0.4) known.messages = [...known.messages, this.question()]
    else if (roll < 0.7) {
      this.note('edit')
      known.messages = [...known.messages.slice(0, -2), this.question()]
    } else if (!known.isPrivate) {
      this.note('request with all of it')
      return this.begin([...known.messages, this.question()], false)
    } else known.messages = [...known.messages, this.question()]
    return known
  }

  private begin(messages: readonly PromptMessage[], isPrivate: boolean, trunkAt = this.below(trunks.length)): Conversation {
    const trunk = { role: 'system', text: trunks[trunkAt] as string } as const
    const begun = messages.length > 0 ? [...messages] : [trunk, this.question()]
    const conversation = { id: `c${++this.ids}`, isPrivate, messages: begun }
    if (isPrivate) this.note('private')
    this.conversations = [...this.conversations, conversation].slice(-12)
    return conversation
  }

  private question = (): PromptMessage => ({ role: 'user', text: `${canary(++this.ids)} ${words.repeat(this.below(3))}` })

  private start(conversation: Conversation): Running {
    const { id, messages, isPrivate } = conversation
    const answers = this.chance(0.15) ? 2 : 1
    this.steps.push(
      `${id} asks${isPrivate ? ' privately' : ''} for ${answers}: ${messages.map(({ text }) => text.slice(0, 9)).join(' | ')}`,
    )
    if (answers > 1) this.note('several answers')
    const seed = this.below(1000)
    const sampling = { ...defaultSampling, temperature: 1, seed, maxTokens: 1 + this.below(12), ignoreEndOfText: true }
    const abort = new AbortController()
    const logs = Array.from({ length: answers }, (_, at) => new TurnLog(`t${this.ids}-${at}`, id))
    const handles = logs.map((log) => ({ log, signal: abort.signal }))
    const request = { conversationId: id, messages, isPrivate, sampling, sentAtMs: Date.now() }
    const ended = this.engine.answer(request, handles).then(
      () => {
        const [update] = logs.map((log) => log.readFrom(turnStart).update)
        if (update?.metrics) this.explain(update.metrics)
        conversation.messages = [...messages, { role: 'assistant', text: update?.text || 'ok' }]
      },
      (error: unknown) => {
        // The conversation is too long by now.
        if ((error as { readonly code?: string }).code !== 'prompt-too-long') throw error
        this.conversations = this.conversations.filter((other) => other !== conversation)
      },
    )
    return { log: logs[0] as TurnLog, abort, ended }
  }

  private explain({ reuse }: TurnMetrics): void {
    for (const { reason } of reuse?.evicted ?? []) this.note(`evict: ${reason}`)
    if (!reuse?.source) return
    this.note(reuse.source.way)
    const from = this.conversations.find(({ id }) => id === reuse.source?.conversationId)
    if (from?.isPrivate) throw new Error(`Cells of the private conversation ${from.id} were shared`)
  }

  private async forgetOne(): Promise<void> {
    const [gone] = this.conversations.splice(this.below(this.conversations.length), 1)
    if (!gone) return
    this.steps.push(`${gone.id} is forgotten`)
    this.note('forget')
    await this.engine.forget(gone.id)
  }

  private async saveAndRestore(): Promise<void> {
    const held = this.engine.sequences().filter(({ conversationId, tokens }) => conversationId !== null && tokens > 0)
    const chosen = held[this.below(held.length)]
    const conversation = this.conversations.find(({ id, isPrivate }) => id === chosen?.conversationId && !isPrivate)
    if (!chosen || !conversation) return
    const files = Array.from({ length: chosen.checkpoints }, (_, at) => path.join(this.folder, `checkpoint-${at}`))
    const file = path.join(this.folder, 'state')
    const { checkpoints } = await this.engine.saveSequence(conversation.id, file, files).catch(() => ({ checkpoints: undefined }))
    // A turn that was stopped before it began has no cells of its own.
    if (!checkpoints) return
    this.steps.push(`${conversation.id} is restored`)
    this.note('restore')
    await this.engine.forget(conversation.id)
    const restored = checkpoints.map(({ tokens }, at) => ({ tokens, path: files[at] as string }))
    await this.engine.restoreSequence({ conversationId: conversation.id, path: file, checkpoints: restored })
  }

  private async check(): Promise<void> {
    const { loaded, conversations } = this.opened
    const { context, records } = conversations
    for (const [index, sequence] of context.sequences.entries()) this.checkOwner(sequence, records[index] as SequenceRecord)
    const { watched, cold } = this
    if (!watched || !cold?.internals) throw new Error('Expected a loaded model')
    for (const { sequence, tokens, next } of watched.observations) {
      const alone = await coldDistribution(cold.sequences[0] as LlamaContextSequence, cold.internals, tokens, batchTokens)
      const difference = largestDifference(alone, next)
      this.largest = Math.max(this.largest, difference)
      this.note('logits')
      if (difference < tolerance) continue
      const text = loaded.model.detokenize([...tokens], true)
      throw new Error(`The logits of sequence ${sequence} differ by ${difference} after ${tokens.length} tokens: ${text.slice(-300)}`)
    }
    watched.observations = []
  }

  /** A sequence has no canary that its conversation did not send. */
  private checkOwner(sequence: LlamaContextSequence, { contents }: SequenceRecord): void {
    const owner = this.conversations.find(({ id }) => id === contents?.conversationId)
    if (!owner || sequence.nextTokenIndex === 0) return
    const text = sequence.model.detokenize(sequence.contextTokens, true)
    // An edit keeps the conversation's own earlier messages in the sequence until the next turn.
    const sent = this.steps.filter((step) => step.startsWith(`${owner.id} asks`)).join()
    const foreign = [...text.matchAll(canaries)].map(([found]) => found).filter((found) => !sent.includes(found))
    if (foreign.length > 0) throw new Error(`The sequence of ${owner.id} has ${foreign}`)
  }

  private get opened(): Opened {
    return this.engine as unknown as Opened
  }

  private async closeContexts(): Promise<void> {
    this.watched?.dispose()
    await this.cold?.context.dispose()
    this.watched = undefined
    this.cold = undefined
  }

  private note(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }
  private chance = (share: number): boolean => this.random() < share
  private below = (limit: number): number => Math.floor(this.random() * limit)
}

const canary = (number: number): string => `qx${String(number).padStart(5, '0')}q`
const canaries = /qx\d{5}q/g

async function changed(log: TurnLog, isReached: () => boolean): Promise<void> {
  let cursor = turnStart
  while (!isReached() && !log.isOver) {
    cursor = log.readFrom(cursor).cursor
    await log.changedSince(cursor, undefined)
  }
}
