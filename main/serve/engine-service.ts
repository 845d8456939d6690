/** Answers requests with the running engine. */
import { createHash, randomBytes } from 'node:crypto'
import { basename } from 'node:path'
import type { CacheSample } from '../../core/contract/cache/cache'
import type { TierUse } from '../../core/contract/cache/prefixes'
import { promptSettingsOf } from '../../core/contract/chat/tools'
import type { TurnUpdate } from '../../core/contract/chat/turn'
import type { DecodeCounts, TokenPiece } from '../../core/contract/engine'
import { CodedError, coded } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import { failureIn } from '../../core/contract/errors/wire-errors'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { widestWindow } from '../../core/contract/wire/streams'
import { onceConversationId, slotConversationId } from '../../core/requests/api-conversation'
import { AnswerEvents } from '../../core/serve/answer-events'
import { ConversationLines, messagesOf } from '../../core/serve/conversation-lines'
import type { EmbeddingsRequest } from '../../core/serve/embeddings'
import { fieldRefused } from '../../core/serve/refusal'
import { applyRemedies, noRemedies, type Remedies } from '../../core/serve/remedies/apply-remedies'
import type { ServedEvent } from '../../core/serve/served-event'
import type { ChatPrompt, ServedPrompt, ServedRequest } from '../../core/serve/served-request'
import { Emitter } from '../../core/streams/emitter'
import { follow } from '../../core/streams/follow'
import { merged } from '../../core/streams/merged'
import type { EngineClient } from '../supervisor/engine-client'
import { embedTexts, engineRequest, known, turnRequestOf } from './engine-calls'
import { retryAfterSeconds } from './retry-after'
import {
  type Embeddings,
  type RenderedPrompt,
  type RenderOptions,
  type ServedModel,
  type ServedTurn,
  type ServeNews,
  type ServeQueue,
  type ServeService,
  type TokenizeOptions,
  turnIdOf,
} from './serve-service'

export interface ServedEngine {
  readonly client: EngineClient
  readonly model: ServedModel
  /** The settings of the model. A request overrides them. */
  readonly sampling: SamplingSettings
  /** Of llama.cpp, such as `v0.4.0`. */
  readonly release: string
}

export interface EngineServiceOptions {
  readonly version: string
  /** undefined while no model is loaded. */
  readonly engine: () => ServedEngine | undefined
  /** Why there is no engine. Without it, no model is loaded. */
  readonly obstacle?: () => Failure | undefined
  /** How many requests may wait for a sequence. */
  readonly mostWaiting?: number
  /** Read for each request: whether requests that name another model are refused. */
  readonly checksModel?: () => boolean
  /** Read for each request. */
  readonly remedies?: () => Remedies
  /** If caches are saved to disk, which the engine does not know. */
  readonly tiers?: () => Promise<readonly TierUse[]>
}

const mostWaiting = 64
/** The assumed duration of an answer, until the first answer has ended. */
const assumedAnswerMs = 5000

export class EngineService implements ServeService {
  readonly news = new Emitter<ServeNews>()
  readonly startedAtMs = Date.now()
  readonly version: string
  private readonly lines = new ConversationLines(() => this.options.engine()?.model.sequences ?? 1)
  /** Of requests that named a slot. */
  private readonly slotConversations = new Set<string>()
  private open = 0
  /** Requests for embeddings. They take no sequence. */
  private embedding = 0
  private made = 0
  private answerMs = assumedAnswerMs

  constructor(private readonly options: EngineServiceOptions) {
    this.version = options.version
  }

  models(): readonly ServedModel[] {
    const engine = this.options.engine()
    return engine ? [engine.model] : []
  }

  model(id: string | null): ServedModel {
    return this.engineFor(id).model
  }

  modelNamed(id: string): ServedModel {
    const { model } = this.engineFor(null)
    if (!hasName(model, id)) throw coded('api-model-unknown', { model: id })
    return model
  }

  sampling(): SamplingSettings {
    return this.engineFor(null).sampling
  }

  build(): string {
    return `b${this.engineFor(null).release.replace(/^v/, '')}-headroom-${this.version}`
  }

  queue(): ServeQueue {
    const running = Math.min(this.open, this.options.engine()?.model.sequences ?? 1)
    return { running, waiting: this.open - running, limit: this.limit }
  }

  async *answer(request: ServedRequest, signal: AbortSignal): AsyncGenerator<ServedEvent, void, void> {
    const engine = this.engineFor(request.model)
    assertSlot(request.slot, engine.model.sequences)
    this.assertRoom(engine.model.sequences)
    const { news } = this
    const { prompt, applied } = this.remedied(request.prompt)
    const id = `request-${this.startedAtMs.toString(36)}-${++this.made}`
    const isOnce = request.usesCache === false
    const { slot } = request
    const line = isOnce || slot !== undefined ? undefined : this.lines.take(messagesOf(prompt).map(hashOf))
    const turn: ServedTurn = {
      id,
      conversationId: line?.conversationId ?? (isOnce || slot === undefined ? onceConversationId(id) : slotConversationId(slot)),
      request: { ...request, prompt },
      remedies: applied,
      model: engine.model,
      receivedAtMs: Date.now(),
    }
    const receivedAt = performance.now()
    this.open++
    news.emit({ type: 'received', turn })
    let end: Pick<Extract<ServeNews, { type: 'ended' }>, 'failure' | 'gone'> = { failure: null, gone: true }
    try {
      for await (const event of this.run(turn, engine, signal)) {
        news.emit({ type: 'event', turn, event, atMs: Date.now() })
        yield event
      }
      end = { failure: null, gone: signal.aborted }
    } catch (error) {
      const failure = failureIn(error)
      end = { failure: failure ?? null, gone: signal.aborted }
      throw failure ? new CodedError(failure) : error
    } finally {
      if (line) this.lines.release(line)
      for (const conversationId of this.lines.surplus()) void engine.client.forget({ conversationId }).catch(() => {})
      this.open--
      this.answerMs += (performance.now() - receivedAt - this.answerMs) / 8
      news.emit({ type: 'ended', turn, ...end, atMs: Date.now() })
    }
  }

  async render(prompt: ChatPrompt, sampling: ServedRequest['sampling'], options?: RenderOptions): Promise<RenderedPrompt> {
    return this.rendered(prompt, sampling, options)
  }

  async countPrompt(prompt: ServedPrompt, sampling: ServedRequest['sampling']): Promise<number> {
    return (await this.rendered(prompt, sampling)).tokens.length
  }

  async tokenize(text: string, options: TokenizeOptions): Promise<readonly number[]> {
    const { client } = this.engineFor(null)
    return (await known(client.tokenize({ text, ...options }))).tokens
  }

  async detokenize(tokens: readonly number[]): Promise<string> {
    const { client } = this.engineFor(null)
    return (await known(client.detokenize({ tokens: [...tokens] }))).text
  }

  async pieces(tokens: readonly number[]): Promise<readonly TokenPiece[]> {
    const { client } = this.engineFor(null)
    return (await known(client.detokenize({ tokens: [...tokens] }))).pieces
  }

  async endTokens(): Promise<readonly number[]> {
    const { client } = this.engineFor(null)
    return (await known(client.endTokens())).tokens
  }

  decodes(): Promise<DecodeCounts> {
    return known(this.engineFor(null).client.decodes())
  }

  async embed(request: EmbeddingsRequest, signal: AbortSignal): Promise<Embeddings> {
    const { client } = this.engineFor(request.model)
    if (this.embedding >= this.limit) throw coded('api-queue-full', { limit: this.limit, retryAfterSeconds: 1 })
    this.embedding++
    try {
      return await embedTexts(client, request, signal, (promptTokens, ms) => this.news.emit({ type: 'embedded', promptTokens, ms }))
    } finally {
      this.embedding--
    }
  }

  async slots(): Promise<readonly CacheSample[]> {
    const { client } = this.engineFor(null)
    const over = new AbortController()
    try {
      const states = await client.sequences()
      const idle = (samples: readonly CacheSample[]) =>
        samples.map((sample) => (states[sample.sequence]?.isBusy ? sample : { ...sample, turnId: null }))
      for await (const samples of follow(client, client.followCache, {}, over.signal)) return idle(samples)
      return []
    } finally {
      over.abort()
    }
  }

  async tiers(): Promise<readonly TierUse[]> {
    const { client } = this.engineFor(null)
    return this.options.tiers ? this.options.tiers() : (await known(client.prefixes({ saved: [] }))).tiers
  }

  /** Forgets the prompts of all clients. */
  async close(): Promise<void> {
    const client = this.options.engine()?.client
    const conversations = [...this.lines.clear(), ...this.slotConversations]
    this.slotConversations.clear()
    await Promise.all(conversations.map((conversationId) => client?.forget({ conversationId }).catch(() => {})))
  }

  private async *run(turn: ServedTurn, { client, sampling }: ServedEngine, signal: AbortSignal): AsyncGenerator<ServedEvent, void, void> {
    const { request, conversationId } = turn
    const { answers, slot, usesCache } = request
    const isOnce = usesCache === false
    if (!isOnce && slot !== undefined) this.slotConversations.add(conversationId)
    const turnIds = Array.from({ length: answers }, (_, index) => turnIdOf(turn, index))
    const stop = () => {
      for (const turnId of turnIds) void client.stopTurn({ turnId }).catch(() => {})
    }
    const started = turnRequestOf(turn, sampling)
    let isOver = false
    signal.addEventListener('abort', stop, { once: true })
    try {
      signal.throwIfAborted()
      if (answers > 1) await client.startAnswers({ ...started, turnIds })
      else await client.startTurn({ ...started, turnId: turnIds[0] as string })
      if (signal.aborted) stop()
      const startedAt = performance.now()
      const events = turnIds.map(
        (_, answer) => new AnswerEvents(answer, `call_${randomBytes(9).toString('hex')}_`, startedAt, () => performance.now()),
      )
      const updates = merged(
        turnIds.map((turnId): AsyncIterable<TurnUpdate> => follow(client, client.followTurn, { turnId, everyMs: 0, window: widestWindow })),
      )
      for await (const [answer, update] of updates)
        for (const event of (events[answer] as AnswerEvents).of(update)) if (event.type !== 'prefill' || answer === 0) yield event
      isOver = true
    } finally {
      signal.removeEventListener('abort', stop)
      if (!isOver) stop()
      if (isOnce) void client.forget({ conversationId }).catch(() => {})
    }
  }

  private async rendered(prompt: ServedPrompt, sampling: ServedRequest['sampling'], options?: RenderOptions): Promise<RenderedPrompt> {
    const { client, sampling: own } = this.engineFor(null)
    const { tools, ...request } = engineRequest(this.remedied(prompt).prompt)
    const settings = { ...promptSettingsOf({ sampling: { ...own, ...sampling }, tools }), ...options }
    return known(client.renderPrompt({ ...request, settings }))
  }

  private remedied(prompt: ServedPrompt) {
    return applyRemedies(prompt, this.options.remedies?.() ?? noRemedies)
  }

  private engineFor(id: string | null): ServedEngine {
    const engine = this.options.engine()
    if (!engine) throw new CodedError(this.options.obstacle?.() ?? { code: 'no-model-loaded', facts: {} })
    if (id !== null && this.options.checksModel?.() && !hasName(engine.model, id)) throw coded('api-model-unknown', { model: id })
    return engine
  }

  private assertRoom(sequences: number): void {
    if (this.open < sequences + this.limit) return
    throw coded('api-queue-full', { limit: this.limit, retryAfterSeconds: retryAfterSeconds(this.open, sequences, this.answerMs) })
  }

  private get limit(): number {
    return this.options.mostWaiting ?? mostWaiting
  }
}

const hasName = ({ id, path }: ServedModel, name: string): boolean => [id, path, basename(path)].includes(name)

const hashOf = (message: string): string => createHash('sha256').update(message).digest('base64')

function assertSlot(slot: number | undefined, sequences: number): void {
  if (slot !== undefined && slot >= sequences)
    throw fieldRefused('id_slot', { kind: 'zod', quoted: `Expected a slot from 0 to ${sequences - 1}` })
}
