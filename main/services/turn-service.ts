/**
 * Turns as the store sees them: the prompt is on disk before the engine hears of it, the answer is written
 * down at least every half second, and however a turn ends, its message says so.
 *
 * The text on the screen does not come this way: windows follow the turn at the engine itself.
 */
import { randomUUID } from 'node:crypto'
import { coded } from '../../core/contract/coded-error'
import { type MessageState, messageCharacters, type StoredMessage } from '../../core/contract/conversations'
import type { StartedTurn } from '../../core/contract/host'
import type { PromptMessage, TurnRequest, TurnUpdate } from '../../core/contract/turn'
import { failureFromWire } from '../../core/contract/wire-errors'
import type { Store } from '../store/store'
import { follow } from '../supervisor/engine-client'
import type { RunningEngine, Supervisor } from '../supervisor/supervisor'
import { AnswerJournal } from './answer-journal'
import type { AppStateHolder } from './app-state'
import type { ModelService } from './model-service'

/** At most this much of an answer is lost to a power cut. */
const journalMs = 500

type EndedState = Exclude<MessageState, 'streaming'>

export class TurnService {
  constructor(
    private readonly store: Store,
    private readonly supervisor: Supervisor,
    private readonly models: ModelService,
    private readonly state: AppStateHolder,
  ) {}

  /** `conversationId` null: begins a conversation. Throws the coded errors of a turn; then nothing was stored. */
  async send(conversationId: string | null, text: string, sentAtMs: number): Promise<StartedTurn> {
    const { conversations, messages } = this.store
    if (conversationId !== null) conversations.get(conversationId)
    if (text.trim() === '') throw coded('empty-message', {})
    if (text.length > messageCharacters) throw coded('message-too-long', { characters: text.length, limitCharacters: messageCharacters })
    return this.begin(conversationId, sentAtMs, (turnId, modelName) => {
      const id = conversationId ?? conversations.create('').id
      const prompt = messages.addPrompt(id, conversations.leaf(id), text)
      return { prompt, answer: messages.addAnswer({ conversationId: id, parentId: prompt.id, turnId, modelName }) }
    })
  }

  /** Another answer beside an existing one. Throws the coded errors of a turn. */
  async regenerate(conversationId: string, answerId: string, sentAtMs: number): Promise<StartedTurn> {
    const { conversations, messages } = this.store
    conversations.get(conversationId)
    const { parentId, role } = messages.get(answerId)
    if (role !== 'assistant' || parentId === null) throw coded('message-not-found', { messageId: answerId })
    return this.begin(conversationId, sentAtMs, (turnId, modelName) => ({
      prompt: null,
      answer: messages.addAnswer({ conversationId, parentId, turnId, modelName }),
    }))
  }

  stop(turnId: string): void {
    const { engine } = this.supervisor
    // An engine that is gone has stopped already.
    void engine?.client.stopTurn({ turnId }).catch(() => {})
  }

  isBusy(conversationId: string): boolean {
    return this.state.value.turns.some((turn) => turn.conversationId === conversationId)
  }

  private async begin(
    conversationId: string | null,
    sentAtMs: number,
    add: (turnId: string, modelName: string) => { prompt: StoredMessage | null; answer: StoredMessage },
  ): Promise<StartedTurn> {
    const { conversations, database } = this.store
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (conversationId !== null && this.isBusy(conversationId)) throw coded('conversation-busy', { conversationId })
    if (model.status === 'failed' && model.failure.code === 'engine-gone') throw coded('engine-gone', model.failure.facts)
    if (model.status !== 'ready' || !engine) throw coded('no-model-loaded', {})
    const turnId = randomUUID()
    // One transaction, one wait for the disk: it is part of what the user waits for.
    const { prompt, answer } = database.together(() => {
      const added = add(turnId, model.file.name)
      const { conversationId: id } = added.answer
      conversations.setLeaf(id, added.answer.id)
      conversations.touched(id, model.file.id, added.prompt ? titleFrom(added.prompt.text) : null)
      return added
    })
    const turn = { turnId, conversationId: answer.conversationId, answerId: answer.id }
    this.state.update({ turns: [...this.state.value.turns, turn] })
    this.state.changed('conversations')
    const request: TurnRequest = {
      turnId,
      conversationId: answer.conversationId,
      messages: this.promptFor(answer),
      sampling: this.models.settings(model.file.id).sampling,
      sentAtMs,
    }
    try {
      await engine.client.startTurn(request)
    } catch (error) {
      this.end(turnId, answer.id, 'interrupted', {
        failure: failureFromWire(error) ?? { code: 'engine-gone', facts: { reason: 'it did not answer' } },
      })
      throw error
    }
    void this.record(engine, turnId, answer.id)
    return { turnId, conversationId: answer.conversationId, prompt, answer }
  }

  /** What the model is given: the system prompt and the path up to the answer. */
  private promptFor(answer: StoredMessage): PromptMessage[] {
    const { conversations, messages } = this.store
    const system = conversations.systemPrompt(answer.conversationId)
    const path = messages.path(answer.id).slice(0, -1)
    const spoken = path.filter((message, index) => !isUnanswered(path, message, index))
    return [...(system ? [{ role: 'system' as const, text: system }] : []), ...spoken.map(({ role, text }) => ({ role, text }))]
  }

  /** Writes the answer down as it grows, until it ends one way or another. */
  private async record({ client }: RunningEngine, turnId: string, answerId: string): Promise<void> {
    const journal = new AnswerJournal(
      (text) => this.store.messages.append(answerId, text),
      () =>
        this.state.notify(
          'answer-not-stored',
          'The disk is full or cannot be written: the answer that is being written is kept in memory and stored as soon as that is possible.',
        ),
    )
    let last: TurnUpdate | undefined
    try {
      for await (const update of follow(client, (streamId) => client.followTurn({ streamId, turnId, everyMs: journalMs }))) {
        last = update
        journal.write(update.text)
      }
    } catch {
      // The engine is gone: what it had said until then is what there is.
    }
    await journal.end(() => this.end(turnId, answerId, ...this.outcomeOf(last)))
  }

  /** How the answer ended, from the last that was heard of its turn. */
  private outcomeOf(last: TurnUpdate | undefined): [EndedState, Parameters<Store['messages']['seal']>[2]] {
    if (last?.metrics) {
      this.supervisor.succeeded()
      return [last.metrics.stopReason === 'stopped' ? 'stopped' : 'complete', { metrics: last.metrics }]
    }
    if (last?.failure) return ['failed', { failure: last.failure }]
    const { engine } = this.state.value
    return [
      'interrupted',
      { failure: { code: 'engine-gone', facts: { reason: engine.status === 'gone' ? engine.reason : 'it was closed' } } },
    ]
  }

  private end(turnId: string, answerId: string, state: EndedState, outcome: Parameters<Store['messages']['seal']>[2]): void {
    this.store.messages.seal(answerId, state, outcome)
    this.state.update({ turns: this.state.value.turns.filter((turn) => turn.turnId !== turnId) })
    this.state.changed('conversations')
  }
}

/** A prompt whose answer failed before its first word, and that answer: the model never saw them. The last prompt always counts. */
function isUnanswered(path: readonly StoredMessage[], message: StoredMessage, index: number): boolean {
  const silent = (candidate: StoredMessage | undefined) => candidate?.role === 'assistant' && candidate.text === ''
  return silent(message) || (message.role === 'user' && silent(path[index + 1]))
}

/** Whole characters: half of an emoji is none. */
const titleFrom = (text: string): string => Array.from(text.slice(0, 120)).slice(0, 60).join('')
