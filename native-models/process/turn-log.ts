/**
 * One turn as an append-only log. Any number of readers follow it, each from its own cursor, and get everything since then as one update. A
 * slow reader costs no memory, and a late one misses nothing.
 */

import type { SpeculationFigures, TurnMark, TurnMetrics, TurnPhase, TurnRequest, TurnUpdate } from '../../core/contract/chat/turn'
import type { Failure } from '../../core/contract/errors/errors'
import { Changes } from '../../core/streams/changes'

export interface TurnCursor {
  readonly characters: number
  readonly gaps: number
  readonly marks: number
  readonly version: number
}
export const turnStart: TurnCursor = { characters: 0, gaps: 0, marks: 0, version: -1 }

export class TurnLog {
  private phase: TurnPhase = 'queued'
  private promptTokens = 0
  private reusedTokens = 0
  private processedTokens = 0
  private outputTokens = 0
  private ttftMs: number | null = null
  private text = ''
  private gaps = new Float64Array(256)
  private gapCount = 0
  private readonly marks: TurnMark[] = []
  private usedCells = 0
  /** null if nothing is drafted. */
  speculation: SpeculationFigures | null = null
  private metrics: TurnMetrics | null = null
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
  /** Gaps between tokens so far, in ms: one per token but the first. */
  get gapsMs(): Float64Array {
    return this.gaps.subarray(0, this.gapCount)
  }

  enter(phase: Exclude<TurnPhase, 'finished' | 'failed'>): void {
    this.phase = phase
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
  /** `gapMs`: since the previous token; null for the first. */
  token(text: string, gapMs: number | null, usedCells: number): void {
    this.outputTokens++
    if (gapMs !== null) this.pushGap(gapMs)
    this.text += text
    this.usedCells = usedCells
    this.changes.touch()
  }
  /** Text held back until it was certain. */
  append(text: string): void {
    if (text === '') return
    this.text += text
    this.changes.touch()
  }
  firstToken(ttftMs: number): void {
    this.ttftMs = ttftMs
    this.changes.touch()
  }
  /** Sent with the next update. */
  speculated(figures: SpeculationFigures): void {
    this.speculation = figures
  }
  mark(kind: TurnMark['kind'], value: number): void {
    this.marks.push({ afterToken: this.outputTokens, kind, value })
    this.changes.touch()
  }
  /** The context is about to go: a stop from now on is not the user's. */
  replaced(): void {
    this.isReplaced = true
  }
  restoredFromDisk(restored: TurnRequest['restored']): void {
    this.restored = restored
  }
  finish(measured: TurnMetrics): void {
    const metrics = this.restored ? { ...measured, restored: this.restored } : measured
    this.metrics = this.isReplaced && metrics.stopReason === 'stopped' ? { ...metrics, stopReason: 'context-replaced' } : metrics
    this.usedCells = metrics.usedCells
    this.phase = 'finished'
    this.end()
  }
  fail(failure: Failure): void {
    this.failure = failure
    this.phase = 'failed'
    this.end()
  }

  readFrom(cursor: TurnCursor): { update: TurnUpdate; cursor: TurnCursor } {
    return {
      update: {
        phase: this.phase,
        promptTokens: this.promptTokens,
        reusedTokens: this.reusedTokens,
        processedTokens: this.processedTokens,
        outputTokens: this.outputTokens,
        ttftMs: this.ttftMs,
        text: this.text.slice(cursor.characters),
        itlMs: Array.from(this.gaps.subarray(cursor.gaps, this.gapCount)),
        marks: this.marks.slice(cursor.marks),
        usedCells: this.usedCells,
        speculation: this.speculation,
        metrics: this.metrics,
        failure: this.failure,
      },
      cursor: { characters: this.text.length, gaps: this.gapCount, marks: this.marks.length, version: this.changes.version },
    }
  }

  /** Also resolves when `signal` aborts. */
  changedSince(cursor: TurnCursor, signal: AbortSignal | undefined): Promise<void> {
    return this.changes.since(cursor.version, signal)
  }

  private end(): void {
    this.ended.abort()
    this.changes.touch()
  }
  private pushGap(gapMs: number): void {
    if (this.gapCount === this.gaps.length) {
      const grown = new Float64Array(this.gaps.length * 2)
      grown.set(this.gaps)
      this.gaps = grown
    }
    this.gaps[this.gapCount++] = gapMs
  }
}
