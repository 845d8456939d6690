import type { AnswersRequest, TurnRequest } from '../../core/contract/chat/turn'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import { Emitter } from '../../core/streams/emitter'
import { messageOf } from '../../core/text/message-of'
import type { EngineBackend, PromptRequest } from './backend'
import { TurnLog, turnStart } from './turn-log'

/** A window that reloads within this time still gets the end of a turn. */
const keptAfterEndMs = 60_000

interface RunningTurn {
  readonly log: TurnLog
  readonly abort: AbortController
  readonly endReasoning: AbortController
}

export class Turns {
  private readonly running = new Map<string, RunningTurn>()
  readonly ended = new Emitter()
  constructor(private readonly backend: EngineBackend) {}

  announce(turnId: string, conversationId: string): RunningTurn {
    this.backend.assertReady()
    return this.register(turnId, conversationId)
  }
  start(request: TurnRequest): void {
    this.backend.assertReady()
    const turn = this.register(request.turnId, request.conversationId)
    turn.log.restoredFromDisk(request.restored)
    this.run(request, [turn])
  }
  startAnswers(request: AnswersRequest): void {
    this.backend.assertSequences(request.turnIds.length)
    const turns = request.turnIds.map((turnId) => this.register(turnId, request.conversationId))
    this.run(request, turns)
  }
  private register(turnId: string, conversationId: string): RunningTurn {
    const announced = this.running.get(turnId)
    if (announced) return announced
    const turn = { log: new TurnLog(turnId, conversationId), abort: new AbortController(), endReasoning: new AbortController() }
    this.running.set(turnId, turn)
    return turn
  }
  private run(request: PromptRequest, turns: readonly RunningTurn[]): void {
    const answers = turns.map(({ log, abort, endReasoning }) => ({ log, signal: abort.signal, reasoningEnds: endReasoning.signal }))
    const end = () => {
      this.ended.emit()
      setTimeout(forget, keptAfterEndMs).unref()
    }
    const forget = () => {
      for (const { log } of turns) this.running.delete(log.turnId)
    }
    const work = this.backend.answer(request, answers).catch((error: unknown) => failAll(turns, error))
    void work.finally(end)
  }
  stop(turnId: string): void {
    this.running.get(turnId)?.abort.abort()
  }
  endReasoning(turnId: string): void {
    this.running.get(turnId)?.endReasoning.abort()
  }
  /** Waits until no turn runs. Call it before the context is disposed of. */
  async stopAll(): Promise<void> {
    for (const { log, abort } of this.running.values()) {
      log.replaced()
      abort.abort()
    }
    for (const { log } of this.running.values()) {
      let cursor = turnStart
      while (!log.isOver) {
        await log.changedSince(cursor, undefined)
        cursor = log.readFrom(cursor).cursor
      }
    }
  }
  log(turnId: string): TurnLog {
    const turn = this.running.get(turnId)
    if (!turn) throw coded('turn-not-found', { turnId })
    return turn.log
  }
}

function failAll(turns: readonly RunningTurn[], error: unknown): void {
  const failure = failureOf(error)
  if (!failure) console.error('[turn]', error)
  for (const { log } of turns) if (!log.isOver) log.fail(failure ?? { code: 'generation-failed', facts: { quoted: messageOf(error) } })
}
