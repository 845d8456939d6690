import type { AppState } from '../../../core/contract/app/app-state'
import type { MessageState } from '../../../core/contract/chat/conversations'
import type { ShownAnswer, TurnMark, TurnUpdate } from '../../../core/contract/chat/turn'
import type { Failure } from '../../../core/contract/errors/errors'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import { Emitter } from '../../../core/streams/emitter'
import { follow } from '../../../core/streams/follow'
import type { Store } from '../../store/store'
import type { RunningEngine, Supervisor } from '../../supervisor/supervisor'
import { within } from '../../supervisor/within'
import type { AppStateHolder } from '../common/app-state'
import type { EventLog } from '../common/event-log'
import { AnswerJournal } from './answer-journal'

/** A power failure loses at most this much of an answer. */
const journalMs = 800

/** After an engine's exit, the host waits this long for what a window has shown. */
const windowTimeoutMs = 1000

type RecordedTurn = Pick<AppState['turns'][number], 'turnId' | 'answerId'>
type FollowedTurn = RecordedTurn & Pick<AppState['turns'][number], 'conversationId'>
type EndedState = Exclude<MessageState, 'streaming'>
type Outcome = Parameters<Store['messages']['seal']>[2]

export class AnswerRecorder {
  /** Emits the id of an answer once its end is stored. */
  readonly ended = new Emitter<string>()
  /** Emits the id of a conversation once its sequence holds the prompt of a turn. Cells that the prompt does not reuse are gone then. */
  readonly promptHeld = new Emitter<string>()
  private readonly awaited = new Map<string, (shown: ShownAnswer | null) => void>()

  constructor(
    private readonly store: Store,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
  ) {}

  /** Resolves when the answer and its end are on the disk. */
  async record({ client, process }: RunningEngine, { turnId, answerId, conversationId }: FollowedTurn): Promise<void> {
    const journal = new AnswerJournal((text, parts) => this.store.messages.append(answerId, text, parts))
    journal.writeFailed.listen(() => this.state.notify({ code: 'answer-not-stored', facts: {} }))
    let last: TurnUpdate | undefined
    let death: Failure | undefined
    let heard = ''
    const shown = new Promise<ShownAnswer | null>((resolve) => this.awaited.set(turnId, resolve))
    try {
      for await (const update of follow(client, client.followTurn, { turnId, everyMs: journalMs })) {
        // The engine counts the prompt's tokens when it has cut the sequence.
        if (update.promptTokens > 0 && !last?.promptTokens) this.promptHeld.emit(conversationId)
        last = update
        heard += update.text
        journal.write(update.text, update.parts)
        for (const mark of update.marks) logMark(this.state.events, mark)
      }
    } catch (error) {
      death = failureIn(error)
    }
    const lost: Failure = this.supervisor.wasDismissed(process)
      ? { code: 'engine-gone', facts: { reason: { kind: 'closed' } } }
      : (death ?? { code: 'engine-gone', facts: { reason: { kind: 'no-answer' } } })
    if (!last?.metrics && !last?.remote && !last?.failure) {
      const answer = await within(windowTimeoutMs, shown, null)
      if (answer?.text.startsWith(heard)) journal.write(answer.text.slice(heard.length), answer.parts)
    }
    this.awaited.delete(turnId)
    await journal.end(() => this.end({ turnId, answerId }, ...this.outcomeOf(last, lost)))
    this.ended.emit(answerId)
  }

  private outcomeOf(last: TurnUpdate | undefined, lost: Failure): [EndedState, Outcome] {
    const metrics = last?.metrics ?? last?.remote
    if (last?.failure) return ['failed', { failure: last.failure, metrics: metrics ?? null }]
    if (metrics) {
      this.supervisor.succeeded()
      const { stopReason } = metrics
      return [stopReason === 'stopped' || stopReason === 'context-replaced' ? 'stopped' : 'complete', { metrics }]
    }
    return ['interrupted', { failure: lost }]
  }

  end({ turnId, answerId }: RecordedTurn, state: EndedState, outcome: Outcome): void {
    this.store.messages.seal(answerId, state, outcome)
    this.state.update({ turns: this.state.value.turns.filter((turn) => turn.turnId !== turnId) })
    this.state.changed('conversations')
  }

  shown(answer: ShownAnswer): void {
    this.awaited.get(answer.turnId)?.(answer)
  }
}

function logMark(events: EventLog, { kind, value }: TurnMark): void {
  switch (kind) {
    case 'evicted':
      return events.add('context', { code: kind, facts: { tokens: value } })
    case 'checkpoint':
      return events.add('context', { code: kind, facts: { allBytes: value } })
    case 'speculation-off':
      return events.add('context', { code: kind, facts: { acceptedPercent: value } })
    case 'threads-lowered':
    case 'threads-raised':
      return events.add('threads', { code: kind, facts: { threads: value } })
  }
}
