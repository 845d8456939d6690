/** The prompt is on the disk before the engine gets it. */
import { randomUUID } from 'node:crypto'
import type { AppState } from '../../../core/contract/app/app-state'
import type { RestoredSession } from '../../../core/contract/cache/sessions'
import { canContinue } from '../../../core/contract/chat/can-continue'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import type { ChosenDocument } from '../../../core/contract/chat/documents'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import { promptSettingsOf } from '../../../core/contract/chat/tools'
import type { PromptMessage, TurnRequest } from '../../../core/contract/chat/turn'
import { coded } from '../../../core/contract/errors/coded-error'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { StartedTurn } from '../../../core/contract/host'
import type { OverflowRequest } from '../../../core/contract/settings/overflow'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { messageCharacters } from '../../../core/contract/wire/text-limits'
import { documentsIn, messageWith } from '../../../core/documents/document-frame'
import { Emitter } from '../../../core/streams/emitter'
import type { NewAnswer } from '../../store/chat/messages'
import type { Database } from '../../store/sqlite/database'
import type { Store } from '../../store/store'
import type { RunningEngine, Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { SentDocuments } from '../documents/document-caches'
import type { DocumentService } from '../documents/document-service'
import type { ModelSettings } from '../models/model-settings'
import type { SessionService } from '../sessions/session-service'
import type { AnswerRecorder } from './answer-recorder'
import { assertAnswers } from './assert-answers'
import { firstTitle } from './first-title'
import { messageOf } from './message-of'
import { imagesOf, readerOf } from './prompt-images'
import { pinnedOf, promptMessageOf, promptOf } from './prompt-of-path'
import { toolsFor } from './tools-for'
import { writerOf } from './writer-of'

export interface NewPrompt {
  readonly conversationId: string | null
  readonly text: string
  readonly sentAtMs: number
  readonly replacesId?: string | undefined
  /** undefined keeps the conversation's system prompt. */
  readonly systemPrompt?: string | undefined
  readonly isPrivate?: boolean | undefined
  /** undefined keeps the documents of the message that this one replaces. */
  readonly documents?: readonly ChosenDocument[] | undefined
  /** 1 if absent. */
  readonly answers?: number
}

export interface CallResults {
  readonly text: string
  readonly parts: readonly MessagePart[]
}

interface NewTurns {
  readonly turnIds: readonly string[]
  readonly setId: string | null
  readonly modelName: string
}
interface Added {
  readonly prompt: StoredMessage | null
  readonly answers: [StoredMessage, ...StoredMessage[]]
}

export class TurnService {
  readonly documentsSent = new Emitter<SentDocuments>()

  constructor(
    private readonly store: Store,
    private readonly supervisor: Supervisor,
    private readonly settings: ModelSettings,
    private readonly state: AppStateHolder,
    private readonly sessions: SessionService,
    private readonly answers: AnswerRecorder,
    private readonly documents: DocumentService,
  ) {}

  /** Stores nothing if it throws. */
  async send({
    conversationId,
    text,
    sentAtMs,
    replacesId,
    systemPrompt,
    isPrivate = false,
    documents,
    answers = 1,
  }: NewPrompt): Promise<StartedTurn> {
    const { conversations, messages, images } = this.store
    if (conversationId !== null) conversations.get(conversationId)
    const replaced = replacesId === undefined ? undefined : messageOf(this.store, conversationId, replacesId, 'user')
    const attached = documents ? await this.documents.chosen(documents) : replaced ? documentsIn(replaced) : []
    const message = messageWith(attached, text)
    if (message.text.trim() === '' && attached.length === 0) throw coded('empty-message', {})
    if (message.text.length > messageCharacters)
      throw coded('message-too-long', { characters: message.text.length, limitCharacters: messageCharacters })
    const parentId = replaced ? replaced.parentId : conversationId === null ? null : conversations.leaf(conversationId)
    if (attached.length > 0) await this.assertFits({ conversationId, parentId, systemPrompt }, message)
    const { shelves } = this.store
    const database = conversationId === null ? shelves.forNew(isPrivate) : shelves.ofConversation(conversationId)
    const started = await this.begin(database, conversationId, sentAtMs, answers, (turns) => {
      const id = conversationId ?? conversations.create(systemPrompt ?? '', isPrivate).id
      if (conversationId !== null && systemPrompt !== undefined) conversations.setSystemPrompt(id, systemPrompt)
      for (const one of documents ? attached : []) if ('image' in one) images.add(id, one.image.id, this.documents.image(one.image.id))
      const prompt = messages.addPrompt(id, replaced ? replaced.parentId : conversations.leaf(id), message.text, message.parts)
      return { prompt, answers: this.addAnswers(turns, { conversationId: id, parentId: prompt.id }) }
    })
    if (documents) {
      const { conversationId: id } = started
      const documentIds = documents.map((one) => one.id)
      this.documentsSent.emit({ conversationId: id, documentIds, documents: attached, isPrivate: conversations.isPrivate(id) })
    }
    return started
  }

  async regenerate(conversationId: string, answerId: string, sentAtMs: number, answers = 1): Promise<StartedTurn> {
    return this.startAlternative(messageOf(this.store, conversationId, answerId, 'assistant'), { text: '' }, sentAtMs, answers)
  }

  /** Continues the text in a sibling of the answer. Throws `answer-has-ended`. */
  async continue(conversationId: string, answerId: string, sentAtMs: number): Promise<StartedTurn> {
    const answer = messageOf(this.store, conversationId, answerId, 'assistant')
    if (!canContinue(answer)) throw coded('answer-has-ended', { answerId })
    return this.startAlternative(answer, answer, sentAtMs)
  }

  /** Stores the results of an answer's calls, and starts the next answer. Stores nothing if it throws. */
  async answerResults({ conversationId, id }: StoredMessage, { text, parts }: CallResults): Promise<StartedTurn> {
    const database = this.store.shelves.ofConversation(conversationId)
    return this.begin(database, conversationId, Date.now(), 1, (turns) => {
      const prompt = this.store.messages.addResults(conversationId, id, text, parts)
      return { prompt, answers: this.addAnswers(turns, { conversationId, parentId: prompt.id }) }
    })
  }

  /** Starts an answer to stored results. */
  async answerTo(conversationId: string, resultsId: string): Promise<StartedTurn> {
    const { id } = messageOf(this.store, conversationId, resultsId, 'tool')
    return this.startAlternative({ conversationId, parentId: id }, { text: '' }, Date.now())
  }

  private startAlternative(
    { conversationId, parentId }: Pick<StoredMessage, 'conversationId' | 'parentId'>,
    { text, parts, edited }: Pick<StoredMessage, 'text' | 'parts' | 'edited'>,
    sentAtMs: number,
    answers = 1,
  ): Promise<StartedTurn> {
    const database = this.store.shelves.ofConversation(conversationId)
    return this.begin(database, conversationId, sentAtMs, answers, (turns) => ({
      prompt: null,
      answers: this.addAnswers(turns, { conversationId, parentId: parentId as string, text, parts, edited }),
    }))
  }

  private addAnswers(
    { turnIds, ...of }: NewTurns,
    answer: Pick<NewAnswer, 'conversationId' | 'parentId' | 'text' | 'parts' | 'edited'>,
  ): Added['answers'] {
    return turnIds.map((turnId) => this.store.messages.addAnswer({ ...answer, ...of, turnId })) as unknown as Added['answers']
  }

  stop(turnId: string): void {
    const { engine } = this.supervisor
    void engine?.client.stopTurn({ turnId }).catch(() => {})
  }

  private async begin(
    database: Database,
    conversationId: string | null,
    sentAtMs: number,
    answers: number,
    add: (turns: NewTurns) => Added,
  ): Promise<StartedTurn> {
    const { conversations, branches } = this.store
    const { model } = this.state.value
    const { engine } = this.supervisor
    this.state.assertNotComparing()
    if (conversationId !== null) this.state.assertNotAnswering(conversationId)
    if (model.status === 'failed' && model.failure.code === 'engine-gone') throw coded('engine-gone', model.failure.facts)
    const writer = writerOf(model)
    if (!writer || !engine) throw coded('no-model-loaded', {})
    const { sampling } = this.settings.read(writer.settingsId)
    if (answers > 1) assertAnswers(answers, writer.mostAnswers, sampling.temperature)
    const turnIds = Array.from({ length: answers }, () => randomUUID())
    const added = database.together(() => {
      const stored = add({ turnIds, setId: answers > 1 ? randomUUID() : null, modelName: writer.name })
      const [first] = stored.answers
      branches.show(first.conversationId, first.id)
      conversations.touched(first.conversationId, writer.modelId, stored.prompt?.role === 'user' ? firstTitle(stored.prompt) : null)
      const messages = this.promptFor(first)
      const { images } = this.store
      // A refusal takes everything back.
      return { ...stored, messages, ...imagesOf(messages, readerOf(model), (id) => images.read(first.conversationId, id)) }
    })
    const { messages, images, ...stored } = added
    const [answer] = stored.answers
    const turns = stored.answers.map(({ id, turnId, conversationId: of, text }) => ({
      turnId: turnId as string,
      conversationId: of,
      answerId: id,
      begunCharacters: text.length,
    }))
    this.state.update({ turns: [...this.state.value.turns, ...turns] })
    this.state.changed('conversations')
    const overflow = this.overflowFor(answer)
    const { conversationId: of } = answer
    const request = {
      conversationId: of,
      messages,
      sampling: messages.at(-1)?.role === 'tool' ? afterResults(sampling) : sampling,
      ...toolsFor(this.store, of),
      ...(images ? { images } : {}),
      overflow,
      sentAtMs: believable(sentAtMs, Date.now()),
      ...(this.store.conversations.isPrivate(of) ? { isPrivate: true } : {}),
    }
    try {
      await this.start(engine, turns, request)
    } catch (error) {
      const failure = failureIn(error) ?? { code: 'engine-gone' as const, facts: { reason: { kind: 'no-answer' as const } } }
      for (const turn of turns) this.answers.end(turn, 'interrupted', { failure })
      throw error
    }
    for (const turn of turns) void this.answers.record(engine, turn)
    return { turnId: turnIds[0] as string, conversationId: answer.conversationId, ...stored, answer }
  }

  /** Turns can be followed and stopped while they wait for caches to be saved and restored. */
  private async start(
    { client }: RunningEngine,
    turns: readonly AppState['turns'][number][],
    request: Omit<TurnRequest, 'turnId'>,
  ): Promise<void> {
    const turnIds = turns.map(({ turnId }) => turnId)
    const [turnId = '', ...others] = turnIds
    const begin = (restored?: RestoredSession) =>
      others.length > 0
        ? client.startAnswers({ ...request, turnIds })
        : client.startTurn({ ...request, turnId, ...(restored ? { restored } : {}) })
    const work = this.sessions.workBefore(request.conversationId, turnIds.length, request)
    if (!work) {
      await begin()
      return
    }
    for (const id of turnIds) await client.announceTurn({ turnId: id, conversationId: request.conversationId })
    void work()
      .then(begin)
      .catch((error: unknown) => {
        const failure = failureIn(error)
        // An error without a code means that the engine has exited.
        if (failure) for (const turn of turns) this.answers.end(turn, 'interrupted', { failure })
      })
  }

  /** A document that does not fit is refused, and nothing is stored. Throws `prompt-too-long`, `template-failed`. */
  private async assertFits(
    {
      conversationId,
      parentId,
      systemPrompt,
    }: { conversationId: string | null; parentId: string | null; systemPrompt: string | undefined },
    message: Pick<StoredMessage, 'text' | 'parts'>,
  ): Promise<void> {
    const { conversations, messages } = this.store
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) return
    const system = systemPrompt ?? (conversationId === null ? '' : conversations.systemPrompt(conversationId))
    const path = parentId === null ? [] : messages.path(parentId)
    const drops = conversationId !== null && conversations.overflow(conversationId).policy !== 'stop'
    // With another policy, earlier turns make room for this message.
    const prompt = [...promptOf(system, drops ? [] : path), promptMessageOf({ role: 'user', ...message })]
    const { sampling } = this.settings.read(model.file.id)
    const settings = promptSettingsOf({ sampling, ...(conversationId === null ? {} : toolsFor(this.store, conversationId)) })
    const { promptTokens } = await engine.client.previewReuse({ conversationId: conversationId ?? 'new', messages: prompt, settings })
    const { contextTokens } = model.context
    if (promptTokens > contextTokens) throw coded('prompt-too-long', { promptTokens, contextTokens })
  }

  private promptFor(answer: StoredMessage): PromptMessage[] {
    const { conversations, messages } = this.store
    const prompt = promptOf(conversations.systemPrompt(answer.conversationId), messages.path(answer.id).slice(0, -1))
    return answer.text === '' ? prompt : [...prompt, promptMessageOf(answer)]
  }

  private overflowFor({ id, conversationId }: StoredMessage): OverflowRequest {
    const { conversations, messages } = this.store
    const pinned = pinnedOf(conversations.systemPrompt(conversationId), messages.path(id).slice(0, -1))
    return { ...conversations.overflow(conversationId), pinned }
  }
}

/** A choice that requires a call applies to the answer to a message, not to the answer to the call's result. */
const afterResults = (sampling: SamplingSettings): SamplingSettings =>
  sampling.toolChoice === 'none' ? sampling : { ...sampling, toolChoice: 'auto' }

/** A longer delay means a wrong clock. */
const longestWayMs = 60_000
const believable = (sentAtMs: number, nowMs: number): number => (sentAtMs <= nowMs && nowMs - sentAtMs <= longestWayMs ? sentAtMs : nowMs)
