/**
 * An append-only log of one turn. A reader gets everything since its cursor as one update, so a slow reader costs no memory.
 */

import type { TokenLogprob } from '../../core/contract/chat/logprobs'
import type { MessagePart } from '../../core/contract/chat/message-parts'
import type { SpeculationFigures, TurnMark, TurnMetrics, TurnPhase, TurnRequest, TurnUpdate, TurnWait } from '../../core/contract/chat/turn'
import type { Failure } from '../../core/contract/errors/errors'
import type { RemoteTurn } from '../../core/contract/remote/remote-turn'
import { oneText } from '../../core/messages/parts-of'
import { withCost } from '../../core/reuse/explain-reuse'
import { turnPieces } from '../../core/stats/turn-pieces'
import { measureTurn } from '../../core/stats/turn-timeline'
import { Changes } from '../../core/streams/changes'

export interface TurnCursor {
  readonly characters: number
  readonly gaps: number
  readonly marks: number
  readonly logprobs: number
  /** Changes of the list of parts. */
  readonly parts: number
  readonly version: number
}
export const turnStart: TurnCursor = { characters: 0, gaps: 0, marks: 0, logprobs: 0, parts: 0, version: -1 }

export interface TurnEnd extends Pick<TurnMetrics, 'stopReason' | 'usedCells' | 'totalCells' | 'seed' | 'threads'> {
  readonly reuse?: TurnMetrics['reuse']
  readonly shared?: TurnMetrics['shared']
  readonly sharedSteps?: TurnMetrics['sharedSteps']
  readonly overflow?: TurnMetrics['overflow']
  readonly grammar?: TurnMetrics['grammar']
  readonly reads?: TurnMetrics['reads']
  readonly stopText?: TurnMetrics['stopText']
  readonly sequence?: TurnMetrics['sequence']
}

export interface TurnTimes {
  readonly sentAt: number
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly gapsMs: ArrayLike<number>
}

type RunningPhase = 'tokenizing' | 'prefill' | 'generating'

export class TurnLog {
  private phase: TurnPhase = 'queued'
  private wait: TurnWait | undefined
  private promptTokens = 0
  private reusedTokens = 0
  private processedTokens = 0
  private outputTokens = 0
  private sentAt = performance.now()
  private readonly enteredAt: { [phase in RunningPhase]?: number } = {}
  private firstTextAt: number | null = null
  private firstTokenAt: number | null = null
  private lastTokenAt: number | null = null
  private answeredAt: number | null = null
  private text = ''
  private parts: MessagePart[] | undefined
  private partsChanges = 0
  private gaps = new Float64Array(256)
  /** Cells in use at the end of each gap. */
  private gapCells = new Float64Array(256)
  private gapCount = 0
  private readonly marks: TurnMark[] = []
  private logprobs: TokenLogprob[] | undefined
  private usedCells = 0
  speculation: SpeculationFigures | null = null
  private metrics: TurnMetrics | null = null
  private remote: RemoteTurn | undefined
  private failure: Failure | null = null
  private isReplaced = false
  private restored: TurnRequest['restored']
  private readonly changes = new Changes()
  private readonly ended = new AbortController()
  readonly over = this.ended.signal

  constructor(
    readonly turnId: string,
    readonly conversationId: string,
  ) {}

  get isOver(): boolean {
    return this.phase === 'finished' || this.phase === 'failed'
  }
  get outputCount(): number {
    return this.outputTokens
  }

  /** `sentAtMs` is from another process, so it is a wall-clock time. */
  sent(sentAtMs: number): void {
    this.sentAt = performance.now() - Math.max(0, Date.now() - sentAtMs)
  }
  waits(wait: TurnWait): void {
    this.phase = 'queued'
    this.wait = wait
    this.changes.touch()
  }
  enter(phase: RunningPhase): void {
    this.phase = phase
    this.wait = undefined
    this.enteredAt[phase] = performance.now()
    this.changes.touch()
  }
  prompt(promptTokens: number, reusedTokens: number): void {
    this.promptTokens = promptTokens
    this.reusedTokens = reusedTokens
    this.changes.touch()
  }
  processed(processedTokens: number, usedCells: number): void {
    this.processedTokens = processedTokens
    this.usedCells = usedCells
    this.changes.touch()
  }
  token(text: string, usedCells: number, at = performance.now()): void {
    this.outputTokens++
    if (this.lastTokenAt !== null) this.pushGap(at - this.lastTokenAt, usedCells)
    this.firstTokenAt ??= at
    this.lastTokenAt = at
    if (text !== '') this.firstTextAt ??= at
    this.text += text
    this.usedCells = usedCells
    this.changes.touch()
  }
  /** The logprobs of the next token, or of one of the prompt. Call it before `token`. */
  likely(logprob: TokenLogprob): void {
    this.logprobs ??= []
    this.logprobs.push(logprob)
  }
  /** Text from a server. It can be several tokens, or a part of one, so it is not counted as a token. */
  piece(text: string, at: number): void {
    if (this.lastTokenAt !== null) this.pushGap(at - this.lastTokenAt, 0)
    this.firstTokenAt ??= at
    this.lastTokenAt = at
    if (text !== '') this.firstTextAt ??= at
    this.text += text
    this.changes.touch()
  }
  /** Text that the prompt already has, such as `<think>`. */
  open(text: string): void {
    this.text += text
    this.changes.touch()
  }
  /** In offsets of the whole message, which may begin before the turn. Call it before the change becomes visible. */
  consistsOf(parts: MessagePart[] | undefined): void {
    if (JSON.stringify(parts) === JSON.stringify(this.parts)) return
    this.parts = parts
    this.partsChanges++
  }
  /** `rest` is text that was delayed. */
  answered(rest: string): void {
    this.answeredAt = performance.now()
    this.text += rest
    this.changes.touch()
  }
  speculated(figures: SpeculationFigures): void {
    this.speculation = figures
  }
  mark(kind: TurnMark['kind'], value: number): void {
    this.marks.push({ afterToken: this.outputTokens, kind, value })
    this.changes.touch()
  }
  replaced(): void {
    this.isReplaced = true
  }
  restoredFromDisk(restored: TurnRequest['restored']): void {
    this.restored = restored
  }
  finish(end: TurnEnd): void {
    this.metrics = this.measure(end)
    this.usedCells = end.usedCells
    this.phase = 'finished'
    this.end()
  }
  finishAtServer(remote: RemoteTurn): void {
    this.remote = remote
    this.phase = 'finished'
    this.end()
  }
  /** `remote`: what is known about the part that a server wrote. */
  fail(failure: Failure, remote?: RemoteTurn): void {
    this.remote = remote
    this.failure = failure
    this.phase = 'failed'
    this.end()
  }

  /** On the clock of `performance.now()`. */
  get times(): TurnTimes {
    const { sentAt, firstTokenAt: firstAt, lastTokenAt: lastAt } = this
    return { sentAt, firstAt, lastAt, gapsMs: this.gaps.subarray(0, this.gapCount) }
  }

  readFrom(cursor: TurnCursor): { update: TurnUpdate; cursor: TurnCursor } {
    return {
      update: {
        phase: this.phase,
        ...(this.wait ? { waits: this.wait } : {}),
        promptTokens: this.promptTokens,
        reusedTokens: this.reusedTokens,
        processedTokens: this.processedTokens,
        outputTokens: this.outputTokens,
        ttftMs: this.firstTextAt === null ? null : this.firstTextAt - this.sentAt,
        text: this.text.slice(cursor.characters),
        ...(this.partsChanges !== cursor.parts ? { parts: this.parts ?? [...oneText] } : {}),
        itlMs: Array.from(this.gaps.subarray(cursor.gaps, this.gapCount)),
        marks: this.marks.slice(cursor.marks),
        ...(this.logprobs ? { logprobs: this.logprobs.slice(cursor.logprobs) } : {}),
        usedCells: this.usedCells,
        speculation: this.speculation,
        metrics: this.metrics,
        ...(this.remote ? { remote: this.remote } : {}),
        failure: this.failure,
      },
      cursor: {
        characters: this.text.length,
        gaps: this.gapCount,
        marks: this.marks.length,
        logprobs: this.logprobs?.length ?? 0,
        parts: this.partsChanges,
        version: this.changes.version,
      },
    }
  }

  changedSince(cursor: TurnCursor, signal: AbortSignal | undefined): Promise<void> {
    return this.changes.since(cursor.version, signal)
  }

  private measure({
    reuse,
    shared,
    sharedSteps,
    overflow,
    grammar,
    reads,
    stopText,
    sequence,
    stopReason,
    ...counts
  }: TurnEnd): TurnMetrics {
    const { promptTokens, reusedTokens, outputTokens, sentAt: sent, firstTextAt: firstToken, speculation, restored } = this
    const finished = this.answeredAt ?? performance.now()
    const { tokenizing: started = finished, prefill: tokenized = started, generating } = this.enteredAt
    const metrics = measureTurn(
      { sent, started, tokenized, prefilled: generating ?? finished, firstToken, finished },
      { ...counts, promptTokens, reusedTokens, outputTokens, prefilledTokens: this.processedTokens },
      this.gaps.subarray(0, this.gapCount),
      this.isReplaced && stopReason === 'stopped' ? 'context-replaced' : stopReason,
    )
    const pieces = turnPieces(
      this.gaps.subarray(0, this.gapCount),
      this.gapCells.subarray(0, this.gapCount),
      (this.firstTokenAt ?? finished) - sent,
    )
    return {
      ...metrics,
      // The rate of a stopped prefill is unknown.
      ...(reuse ? { reuse: withCost(reuse, generating === undefined ? null : metrics.prefillTokensPerSecond) } : {}),
      ...(restored ? { restored } : {}),
      ...(shared ? { shared } : {}),
      ...(sharedSteps ? { sharedSteps } : {}),
      ...(overflow ? { overflow } : {}),
      ...(speculation ? { speculation } : {}),
      ...(grammar ? { grammar } : {}),
      ...(reads ? { reads } : {}),
      ...(pieces.length > 0 ? { pieces } : {}),
      ...(stopText === undefined ? {} : { stopText }),
      ...(sequence === undefined ? {} : { sequence }),
    }
  }
  private end(): void {
    this.ended.abort()
    this.changes.touch()
  }
  private pushGap(gapMs: number, usedCells: number): void {
    if (this.gapCount === this.gaps.length) {
      this.gaps = doubled(this.gaps)
      this.gapCells = doubled(this.gapCells)
    }
    this.gapCells[this.gapCount] = usedCells
    this.gaps[this.gapCount++] = gapMs
  }
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(values.length * 2)
  grown.set(values)
  return grown
}
