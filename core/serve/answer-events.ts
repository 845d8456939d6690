/** Turns what an engine reports about one answer into events. */
import type { MessagePart } from '../contract/chat/message-parts'
import type { TurnUpdate } from '../contract/chat/turn'
import { CodedError, coded } from '../contract/errors/coded-error'
import { oneText } from '../messages/parts-of'
import type { ServedEvent, ServedFinish } from './served-event'

/** The engine's own id of a call to which the model gave none. It is unique within an answer only. */
const engineId = /^call-\d+$/

export class AnswerEvents {
  private text = ''
  private parts: readonly MessagePart[] = oneText
  /** How many characters of each part have been sent as events. The key is the offset of the part in the text. */
  private readonly sent = new Map<number, number>()
  private readonly calls = new Map<number, number>()
  private outputTokens = 0
  private readonly gapsMs: number[] = []
  /** In the last event of the prefill. */
  private processedTokens: number | undefined

  /**
   * `callPrefix` makes ids of calls unique in a conversation, because clients pair calls and results by id. `startedAt` and `now` are on
   * the same clock, in ms.
   */
  constructor(
    private readonly answer: number,
    private readonly callPrefix: string,
    private readonly startedAt: number,
    private readonly now: () => number,
  ) {}

  /** Throws the failure of the turn. */
  of(update: TurnUpdate): ServedEvent[] {
    if (update.failure) throw new CodedError(update.failure)
    this.text += update.text
    this.parts = update.parts ?? this.parts
    this.outputTokens = update.outputTokens
    this.gapsMs.push(...update.itlMs)
    const events: ServedEvent[] = []
    if (this.isPrefilling(update)) events.push(this.progress(update))
    if (update.logprobs && update.logprobs.length > 0) events.push({ type: 'logprobs', answer: this.answer, tokens: update.logprobs })
    for (const part of this.parts) events.push(...this.newIn(part))
    if (update.phase === 'finished') events.push(this.finish(update))
    return events
  }

  private isPrefilling({ phase, promptTokens, processedTokens, outputTokens }: TurnUpdate): boolean {
    if (this.processedTokens === undefined) return promptTokens > 0
    return processedTokens > this.processedTokens && outputTokens === 0 && phase !== 'finished'
  }

  private progress({ promptTokens, reusedTokens, processedTokens }: TurnUpdate): ServedEvent {
    this.processedTokens = processedTokens
    return { type: 'prefill', promptTokens, cachedTokens: reusedTokens, processedTokens, ms: this.now() - this.startedAt }
  }

  private newIn(part: MessagePart): ServedEvent[] {
    const { answer, outputTokens, sent } = this
    const text = this.text.slice(part.from, part.to)
    const before = sent.get(part.from)
    switch (part.type) {
      case 'text':
      case 'reasoning': {
        // A call that turned out to be text is not sent a second time.
        if (this.calls.has(part.from) || text.length <= (before ?? 0)) return []
        sent.set(part.from, text.length)
        return [{ type: part.type, answer, text: text.slice(before ?? 0), outputTokens }]
      }
      case 'tool-call': {
        // The name comes before the arguments.
        if (part.name === '' || (before !== undefined && part.arguments.length <= before)) return []
        const call = this.calls.get(part.from) ?? this.calls.size
        this.calls.set(part.from, call)
        sent.set(part.from, part.arguments.length)
        const { name } = part
        return [
          {
            type: 'tool-call',
            answer,
            call,
            id: engineId.test(part.id) ? `${this.callPrefix}${call}` : part.id,
            name,
            arguments: part.arguments.slice(before ?? 0),
            isFirst: before === undefined,
            outputTokens,
          },
        ]
      }
      default:
        return []
    }
  }

  private finish({ metrics }: TurnUpdate): ServedFinish {
    if (metrics?.stopReason === 'context-replaced') throw coded('no-model-loaded', {})
    if (!metrics) throw coded('engine-gone', { reason: { kind: 'answer-incomplete' } })
    const { promptTokens, reusedTokens, processedTokens, outputTokens } = metrics
    const reasoningTokens = this.parts.reduce((sum, part) => sum + (part.type === 'reasoning' ? part.tokens : 0), 0)
    return {
      type: 'finish',
      answer: this.answer,
      stopReason: metrics.stopReason,
      stopText: metrics.stopText ?? null,
      calls: this.parts.filter(({ type }) => type === 'tool-call').length,
      usage: { promptTokens, cachedTokens: reusedTokens, processedTokens, outputTokens, reasoningTokens },
      metrics,
      gapsMs: this.gapsMs,
      slot: metrics.sequence ?? null,
    }
  }
}
